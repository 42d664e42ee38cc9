import { foldForSearch } from '../../../src/kernel/person-name.ts'

type Heading = 'firstName' | 'lastName' | 'name' | 'email' | 'ticket'

/** Folds case, accents, spaces and punctuation, so that `E-Mail-Adresse` equals `emailadresse`. */
export const foldHeading = (heading: string) => foldForSearch(heading).replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Headings in the languages of the workspace. `Nom`, `Nome` and `Nombre` mean different things in different languages,
 * so they are under `name`; `resolveNames` decides by the other columns.
 */
const HEADINGS: Readonly<Record<Heading, readonly string[]>> = {
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
}

const MEANINGS = new Map(
  (['firstName', 'lastName', 'name', 'email', 'ticket'] as const).flatMap((meaning) =>
    HEADINGS[meaning].flatMap((list) => list.split(', ').map((heading) => [foldHeading(heading), meaning] as const)),
  ),
)

/** Returns what a column with this heading contains, or null for an unknown heading. */
export const meaningOfHeading = (heading: string): Heading | null => MEANINGS.get(foldHeading(heading)) ?? null

/** A column called `Name` next to `Vorname` holds last names. `Nome` next to `Cognome` holds first names. */
export const resolveNames = <Meaning extends string>(meanings: readonly (Meaning | Heading)[]) => {
  const [hasFirst, hasLast] = [meanings.includes('firstName'), meanings.includes('lastName')]
  if (hasFirst === hasLast) return [...meanings]
  return meanings.map((meaning) => (meaning === 'name' ? (hasFirst ? 'lastName' : 'firstName') : meaning))
}
