import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../src/kernel/crypto.ts'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { decode } from '../../../src/kernel/text-decoding.ts'
import { dateOrderOf, toInstant } from '../../../src/modules/imports/dates.ts'
import { findColumns } from '../../../src/modules/imports/lines.ts'

const EVENT = { startAt: 0, tickets: [], registrationQuestions: [] }

/** Headings as people write them in a spreadsheet, with the names of a person, and a date in the form of the language. */
const SHEETS = {
  en: 'First name,Last name,Email address,Ticket type,Status,Registration date,Checked in,QR code,Order number,Amount',
  de: 'Vorname,Nachname,E-Mail-Adresse,Ticketart,Status,Anmeldedatum,Eingecheckt,QR-Code,Bestellnummer,Betrag',
  fr: 'Prénom,Nom,Adresse e-mail,Type de billet,Statut,Date d’inscription,Présent,Code QR,Numéro de commande,Montant',
  es: 'Nombre,Apellidos,Correo electrónico,Tipo de entrada,Estado,Fecha de registro,Asistió,Código QR,Número de pedido,Importe',
  it: 'Nome,Cognome,Indirizzo email,Tipo di biglietto,Stato,Data di iscrizione,Check-in,Codice QR,Numero ordine,Importo',
  nl: 'Voornaam,Achternaam,E-mailadres,Tickettype,Status,Inschrijfdatum,Ingecheckt,QR-code,Bestelnummer,Bedrag',
  pt: 'Nome,Apelido,Endereço de e-mail,Tipo de bilhete,Estado,Data de inscrição,Check-in,Código QR,Número da encomenda,Valor',
  pl: 'Imię,Nazwisko,Adres e-mail,Rodzaj biletu,Status,Data rejestracji,Obecny,Kod QR,Numer zamówienia,Kwota',
  ja: '名,姓,メールアドレス,チケット,ステータス,登録日,チェックイン,QRコード,注文番号,金額',
  ar: 'الاسم الأول,اسم العائلة,البريد الإلكتروني,نوع التذكرة,الحالة,تاريخ التسجيل,تسجيل الحضور,رمز QR,رقم الطلب,المبلغ',
}
const MEANINGS = [
  'firstName',
  'lastName',
  'email',
  'ticket',
  'status',
  'registeredAt',
  'checkedInAt',
  'code',
  'orderReference',
  'amount',
]
const DELIMITERS = [',', ';', '\t', '|']

const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2))
  const units = ['\u{FEFF}', ...text.split('')]
  for (const [at, unit] of units.entries()) view.setUint16(2 * at, unit.charCodeAt(0), isLittle)
  return new Uint8Array(view.buffer)
}

const CURLY = new Map([['’', 0x92]])
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => CURLY.get(letter) ?? letter.charCodeAt(0))
const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  'UTF-8': utf8,
  'UTF-8 with a mark': (text) => utf8(`\u{FEFF}${text}`),
  'UTF-16 LE': (text) => utf16(text, true),
  'UTF-16 BE': (text) => utf16(text, false),
  'Windows-1252': windows1252,
}
const isLatin = (text: string) => /^[\u0020-\u00FF’]*$/.test(text)

const ROWS = [
  ['Zoë', 'Müller; "Ltd", | & Co', 'zoe@guests.example', 'Seat', 'confirmed', '31.12.2026', '', 'QR-1', 'R1', '12,50'],
  ['Ada', 'Lovelace', 'ada@guests.example', 'Seat', 'confirmed', '2026-12-30', '', 'QR-2', 'R2', '1.234,50'],
]
const quoted = (cell: string) => (/[",;|\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const fileOf = (headings: string, delimiter: string) =>
  [headings.split(','), ...ROWS].map((cells) => cells.map(quoted).join(delimiter)).join('\r\n')

/** Six files per language: each encoding that can write it, with the delimiters in turn. */
const FILES = Object.entries(SHEETS).flatMap(([language, headings], turn) => {
  const usable = Object.keys(ENCODINGS).filter((name) => name !== 'Windows-1252' || isLatin(headings))
  return Array.from({ length: 6 }, (_, at) => {
    const encoding = usable[at % usable.length] ?? ''
    const delimiter = DELIMITERS[(at + turn) % DELIMITERS.length] ?? ','
    return { language, encoding, delimiter, bytes: ENCODINGS[encoding]?.(fileOf(headings, delimiter)) ?? utf8('') }
  })
})

describe('60 spreadsheets in ten languages', () => {
  const read = FILES.map((file) => {
    const rows = rowsOfCsv(decode(file.bytes).text)
    return { ...file, rows, found: findColumns(rows, EVENT) }
  })

  it('have at least 95 % of their columns recognised, and none wrongly', () => {
    const columns = read.flatMap(({ language, found }) =>
      MEANINGS.map((meaning, at) => ({ language, meaning, is: found?.meanings[at] ?? '' })),
    )
    expect(columns).toHaveLength(600)
    expect(columns.filter(({ meaning, is }) => is !== '' && is !== meaning)).toEqual([])
    const missed = columns.filter(({ is }) => is === '')
    expect(
      missed.length / columns.length,
      JSON.stringify([...new Set(missed.map((each) => JSON.stringify(each)))]),
    ).toBeLessThan(0.05)
  })

  it('have the same cells in every encoding and with every delimiter', () => {
    for (const { language, encoding, delimiter, rows } of read)
      expect(rows.slice(1), `${language} ${encoding} ${delimiter}`).toEqual(ROWS)
  })
})

describe('dates in a column', () => {
  it.each([
    [['31.12.2026', '01.02.2026'], 'none', '2026-12-31'],
    [['31/12/2026', '01/02/2026'], 'DMY', '2026-12-31'],
    [['12/31/2026', '01/02/2026'], 'MDY', '2026-12-31'],
    [['2026-12-31', '2026-02-01'], 'none', '2026-12-31'],
    [['03/04/2026', '05/06/2026'], null, null],
    [['03-04-2026'], null, null],
  ] as const)('%j are read without asking only if one order fits', (values, order, first) => {
    expect(dateOrderOf(values)).toBe(order)
    const instant = toInstant(values[0], 'UTC', order === 'none' ? null : order)
    expect(instant === null ? null : new Date(instant).toISOString().slice(0, 10)).toBe(first)
  })
})
