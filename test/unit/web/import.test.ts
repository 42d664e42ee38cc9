import { afterEach, describe, expect, it } from 'vitest'
import { decode } from '../../../src/kernel/text-decoding.ts'
import { meaningsOf, newcomersOf } from '../../../web/console/event/import-rows.ts'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import type { ConsoleWords } from '../../../web/console/words/console-words.ts'
import { importingWords } from '../../../web/console/words/en/importing.ts'
import { termsWords } from '../../../web/console/words/en/terms.ts'
import { speak } from '../../../web/console/words/loaded.ts'

const event = {
  tickets: [
    { id: 'tkt_nave', name: 'Nave' },
    { id: 'tkt_gallery', name: 'Gallery' },
  ],
  registrationQuestions: [
    { id: 'q_food', label: 'Food', type: 'MULTISELECT' },
    { id: 'q_news', label: 'News', type: 'CHECKBOX' },
  ],
}
const read = (text: string) => {
  const rows = rowsOfCsv(text)
  return newcomersOf(rows, meaningsOf(rows, event), event)
}

const TEXT = 'Name;E-Mail\nWeiß;a@b.example'
const utf8 = new TextEncoder().encode(TEXT)
const utf16 = (isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(TEXT.length * 2))
  for (let at = 0; at < TEXT.length; at += 1) bytes.setUint16(at * 2, TEXT.charCodeAt(at), isLittle)
  return new Uint8Array(bytes.buffer)
}

afterEach(() => speak('en', null))

describe('decode', () => {
  it.each([
    ['UTF-8', 'UTF-8', [...utf8]],
    ['UTF-8 with a byte order mark', 'UTF-8', [0xef, 0xbb, 0xbf, ...utf8]],
    ['UTF-16 little-endian with a mark', 'UTF-16', [0xff, 0xfe, ...utf16(true)]],
    ['UTF-16 big-endian with a mark', 'UTF-16', [0xfe, 0xff, ...utf16(false)]],
    ['UTF-16 little-endian without a mark', 'UTF-16', [...utf16(true)]],
    ['UTF-16 big-endian without a mark', 'UTF-16', [...utf16(false)]],
    ['Windows-1252', 'Windows-1252', Array.from(TEXT, (char) => char.charCodeAt(0))],
  ])('reads %s', (_what, encoding, bytes) => {
    expect(decode(Uint8Array.from(bytes))).toEqual({ text: TEXT, encoding })
  })

  it('takes the column with email addresses if there is an Address as well', () => {
    const people = read('Name,Address,Email\nAda Lovelace,5 Main St,ada@b.example\nEmmy Noether,Hill 3,emmy@b.example')
    expect(people.map(({ email, fault }) => [email, fault])).toEqual([
      ['ada@b.example', null],
      ['emmy@b.example', null],
    ])
  })

  it('reads an empty file as UTF-8', () => {
    expect(decode(new Uint8Array())).toEqual({ text: '', encoding: 'UTF-8' })
  })
})

describe('guest import', () => {
  it.each([
    ['commas', 'a,b\n1,2', ['1', '2']],
    ['semicolons, as many locales export', 'a;b\r\n1;"2,5"\r\n', ['1', '2,5']],
    ['tabs, as pasted from a spreadsheet', 'a\tb\n1\t2', ['1', '2']],
    ['quoted cells with line breaks and quotes', 'a,b\n"1\n""x""",2', ['1\n"x"', '2']],
    ['a byte order mark and empty lines', '\uFEFFa,b\n\n , \n1,2\n', ['1', '2']],
  ])('rowsOfCsv reads %s', (_what, text, second) => {
    const rows = rowsOfCsv(text)
    expect(rows).toHaveLength(2)
    expect(rows[0]?.[0]).toBe('a')
    expect(rows[1]).toEqual(second)
  })

  it('maps columns by header in any case, and tickets and answers by name', () => {
    expect(
      read('E-Mail,firstName,Last name,TICKET,food,News\nNora@Posteo.example,Nora,Lindqvist,gallery,Fish; Rice,yes'),
    ).toEqual([
      {
        row: 2,
        firstName: 'Nora',
        lastName: 'Lindqvist',
        email: 'nora@posteo.example',
        ticketId: 'tkt_gallery',
        answers: [
          { questionId: 'q_food', answer: ['Fish', 'Rice'] },
          { questionId: 'q_news', answer: true },
        ],
        fault: null,
      },
    ])
  })

  it('understands headings and “yes” in the language of the workspace', () => {
    const columns = { email: 'Adres e-mail', firstName: 'Imię', lastName: 'Nazwisko', name: 'Osoba', ticket: 'Bilet' }
    const words = { importing: { ...importingWords(), columns }, terms: { ...termsWords(), yes: 'Tak' } }
    speak('pl', words as unknown as ConsoleWords)
    expect(read('imię,Nazwisko,Adres e-mail,Bilet,News\nNora,Lindqvist,nora@posteo.example,Nave,tak')).toMatchObject([
      {
        firstName: 'Nora',
        lastName: 'Lindqvist',
        email: 'nora@posteo.example',
        ticketId: 'tkt_nave',
        answers: [{ questionId: 'q_news', answer: true }],
        fault: null,
      },
    ])
  })

  it.each([
    'E-Mail-Adresse;Vorname;Name',
    'Adresse e-mail;Prénom;Nom',
    'CORREO ELECTRONICO;Nombre;Apellidos',
    'Indirizzo e-mail;Nome;Cognome',
    'E-mailadres;Voornaam;Achternaam',
    'Endereço de e-mail;Primeiro nome;Apelido',
    'Adres e-mail;Imię;Nazwisko',
    'メールアドレス;名;姓',
    'البريد الإلكتروني;الاسم الأول;اسم العائلة',
    'e_mail;FIRST-NAME;lastName',
  ])('maps the columns of %s', (head) => {
    expect(read(`${head}\nnora@posteo.example;Nora;Weiß`)).toMatchObject([
      { firstName: 'Nora', lastName: 'Weiß', email: 'nora@posteo.example', fault: null },
    ])
  })

  it.each(['Nom', 'Nome', 'Nombre', 'Naam', '氏名', 'Imię i nazwisko'])('reads %s alone as the full name', (head) => {
    expect(read(`Email,${head}\nnora@posteo.example,Nora Lindqvist`)).toMatchObject([
      { firstName: 'Nora', lastName: 'Lindqvist' },
    ])
  })

  it('finds the email column if there is no header row', () => {
    expect(read('Nora,Lindqvist,nora@posteo.example')).toMatchObject([
      { row: 1, firstName: 'Nora', lastName: 'Lindqvist', email: 'nora@posteo.example', fault: null },
    ])
    expect(read('nora@posteo.example,Nora van Dijk')).toMatchObject([{ firstName: 'Nora', lastName: 'van Dijk' }])
  })

  it('gives the reason for each rejected row', () => {
    const faults = read(
      'name,mail,ticket\nA B,a@b.example,\nA B,A@B.example,\nC D,nowhere,\nE,e@e.example,\n,e@f.example,\nG H,g@h.example,Balcony',
    ).map(({ fault }) => fault)
    expect(faults).toEqual([
      null,
      'appears twice in the file',
      'no email address',
      null,
      'no name',
      'no ticket is called “Balcony”',
    ])
  })
})
