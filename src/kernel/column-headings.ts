import { lazy } from './lazy.ts'
import { foldForSearch } from './person-name.ts'

/** Meanings of columns, except answers to the event's own questions. */
export const HEADING_MEANINGS = [
  'firstName',
  'lastName',
  'name',
  'email',
  'ticket',
  'status',
  'registeredAt',
  'checkedInAt',
  'code',
  'reference',
  'orderReference',
  'amount',
  'currency',
] as const
export type HeadingMeaning = (typeof HEADING_MEANINGS)[number]

/** Folds case, accents, spaces and punctuation, so that `E-Mail-Adresse` equals `emailadresse`. */
export const foldHeading = (heading: string) =>
  foldForSearch(heading.replaceAll('#', 'no')).replaceAll(/[^\p{L}\p{N}]/gu, '')

export const CURRENCY_HEADINGS = [
  'currency',
  'Währung',
  'devise, monnaie',
  'moneda, divisa',
  'valuta',
  'munteenheid',
  'moeda',
  'waluta',
  '通貨',
  'العملة',
]

/**
 * Headings in the languages of the workspace. `Nom`, `Nome` and `Nombre` mean different things in different languages,
 * so they are under `name`; `resolveNames` decides by the other columns.
 */
const HEADINGS: Readonly<Record<HeadingMeaning, readonly string[]>> = {
  firstName: [
    'first name, given name, forename, first',
    'Vorname, Rufname',
    'prénom',
    'nombre de pila, primer nombre',
    'nome di battesimo',
    'voornaam',
    'primeiro nome, nome próprio',
    'imię',
    '名, 下の名前',
    'الاسم الأول',
  ],
  lastName: [
    'last name, surname, family name, last',
    'Nachname, Familienname, Zuname',
    'nom de famille',
    'apellido, apellidos, primer apellido',
    'cognome',
    'achternaam, familienaam',
    'sobrenome, apelido, último nome',
    'nazwisko',
    '姓, 苗字, 名字',
    'اسم العائلة, الاسم الأخير, اللقب',
  ],
  name: [
    'name, full name, guest, guest name, attendee',
    'vollständiger Name, Gast, Vor- und Nachname',
    'nom, nom complet, nom et prénom, prénom et nom, invité',
    'nombre, nombre completo, nombre y apellidos, invitado',
    'nome, nome completo, nome e cognome, ospite',
    'naam, volledige naam, gast',
    'nome e sobrenome, nome e apelido, convidado',
    'imię i nazwisko, gość',
    '氏名, 名前, お名前, 参加者',
    'الاسم, الاسم الكامل, الضيف',
  ],
  email: [
    'email, mail, email address, mail address, address',
    'E-Mail-Adresse, Mailadresse',
    'adresse e-mail, adresse mail, courriel, adresse électronique, adresse de courriel',
    'correo, correo electrónico, dirección de correo, dirección de correo electrónico, dirección de email',
    'indirizzo e-mail, indirizzo email, posta elettronica, indirizzo di posta elettronica',
    'e-mailadres, mailadres',
    'endereço de e-mail, correio eletrónico, correio eletrônico, endereço eletrónico',
    'adres e-mail, adres email, poczta, adres poczty',
    'メール, メールアドレス, eメール, 電子メール',
    'البريد الإلكتروني, بريد إلكتروني, البريد, عنوان البريد الإلكتروني, الإيميل',
  ],
  ticket: [
    'ticket, ticket name, ticket type, type',
    'Ticketart, Eintrittskarte, Karte, Kartenart',
    'billet, type de billet',
    'entrada, tipo de entrada',
    'biglietto, tipo di biglietto',
    'kaartje, soort ticket, tickettype',
    'bilhete, ingresso, tipo de bilhete, tipo de ingresso',
    'bilet, rodzaj biletu',
    'チケット, 券種',
    'تذكرة, التذكرة, نوع التذكرة',
  ],
  status: [
    'status, attendee status, approval status, order status, rsvp',
    'Anmeldestatus',
    'statut',
    'estado',
    'stato',
    'aanmeldstatus',
    'situação',
    'stan',
    '状態, ステータス',
    'الحالة',
  ],
  registeredAt: [
    'registered at, created at, created, registration date, order date, date registered, registration time',
    'angemeldet am, Anmeldedatum, Bestelldatum, erstellt am',
    "inscrit le, date d'inscription, date de commande, créé le",
    'fecha de registro, fecha de inscripción, fecha de pedido',
    'data di registrazione, data di iscrizione, registrato il',
    'aangemeld op, aanmelddatum, inschrijfdatum, besteldatum',
    'data de inscrição, data de registo, registado em, inscrito em',
    'data rejestracji, zarejestrowano, data zamówienia',
    '登録日, 登録日時, 申込日',
    'تاريخ التسجيل',
  ],
  checkedInAt: [
    'checked in at, checked in, check-in, check in time, checkin, attendance, attended',
    'eingecheckt, eingecheckt am, anwesend',
    'enregistré, présent, présence, arrivé le',
    'asistió, asistencia, entrada registrada',
    'presente, presenza, ingresso',
    'ingecheckt, ingecheckt op, aanwezig',
    'presença, compareceu, entrada em',
    'obecny, obecność, zameldowano',
    '入場日時, チェックイン, 出席',
    'تسجيل الحضور, الحضور',
  ],
  code: [
    'code, qr code, barcode, barcode no, secret, ticket code, qr',
    'QR-Code, Strichcode, Ticketcode',
    'code-barres, code QR, code du billet',
    'código QR, código de barras',
    'codice QR, codice a barre',
    'QR-code, streepjescode',
    'código do bilhete',
    'kod QR, kod kreskowy',
    'QRコード, バーコード',
    'رمز QR, رمز التذكرة',
  ],
  reference: [
    'reference, id, attendee no, attendee id, guest id, ticket reference, ticket no, registration id',
    'Referenz, Ticketnummer',
    'référence, numéro de billet',
    'referencia, número de entrada',
    'riferimento, numero biglietto',
    'referentie, ticketnummer',
    'referência, número do bilhete',
    'numer biletu, odniesienie',
    '参照番号, 受付番号',
    'المرجع, رقم التذكرة',
  ],
  orderReference: [
    'order no, order number, order id, order code, order reference, order',
    'Bestellnummer, Auftragsnummer, Bestellung',
    'numéro de commande, commande',
    'número de pedido, pedido',
    "numero d'ordine, numero ordine, ordine",
    'bestelnummer, ordernummer, bestelling',
    'número do pedido, número da encomenda, encomenda',
    'numer zamówienia, zamówienie',
    '注文番号',
    'رقم الطلب',
  ],
  amount: [
    'amount, total, total paid, amount paid, price, ticket price, ticket total',
    'Betrag, Preis, bezahlter Betrag, Gesamtbetrag',
    'montant, prix, total payé, montant payé',
    'importe, precio, total pagado',
    'importo, prezzo, totale pagato',
    'bedrag, prijs, totaal betaald',
    'valor, preço, total pago',
    'kwota, cena, zapłacona kwota',
    '金額, 価格, 支払額',
    'المبلغ, السعر, المبلغ المدفوع',
  ],
  currency: CURRENCY_HEADINGS,
}

/**
 * Indexes lists of headings, one list per language, by their folded form. Lazy, because folding would slow down a cold
 * start.
 */
export const indexHeadings = <Meaning extends string>(headings: Readonly<Record<Meaning, readonly string[]>>) =>
  lazy(
    () =>
      new Map(
        (Object.entries(headings) as [Meaning, readonly string[]][]).flatMap(([meaning, lists]) =>
          lists.flatMap((list) => list.split(', ').map((heading) => [foldHeading(heading), meaning] as const)),
        ),
      ),
  )

const MEANINGS = indexHeadings(HEADINGS)

/** Returns the meaning of a column with this heading, or null if unknown. */
export const meaningOfHeading = (heading: string): HeadingMeaning | null => MEANINGS().get(foldHeading(heading)) ?? null

type NameMeaning = 'firstName' | 'lastName' | 'name'

/** A column called `Name` next to `Vorname` holds last names. `Nome` next to `Cognome` holds first names. */
export const resolveNames = <Meaning extends string>(meanings: readonly (Meaning | NameMeaning)[]) => {
  const [hasFirst, hasLast] = [meanings.includes('firstName'), meanings.includes('lastName')]
  if (hasFirst === hasLast) return [...meanings]
  return meanings.map((meaning) => (meaning === 'name' ? (hasFirst ? 'lastName' : 'firstName') : meaning))
}
