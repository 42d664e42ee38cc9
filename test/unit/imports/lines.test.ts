import { describe, expect, it } from 'vitest'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { dateOrderOf, toInstant } from '../../../src/modules/imports/dates.ts'
import { withFittingColumns } from '../../../src/modules/imports/guest-columns.ts'
import { findColumns, readLine } from '../../../src/modules/imports/lines.ts'
import { joinOrders } from '../../../src/modules/imports/orders-of-lines.ts'

const EVENT = {
  startAt: Date.parse('2026-02-01T18:00:00Z'),
  tickets: [{ id: 'tkt_1', name: 'Seat' }],
  registrationQuestions: [{ id: 'q_food', label: 'Food', type: 'MULTISELECT' as const }],
}
const NOW = Date.parse('2026-06-01T12:00:00Z')

const meaningsIn = (text: string) => findColumns(rowsOfCsv(text), EVENT)?.meanings
const personIn = (text: string) => {
  const rows = rowsOfCsv(text)
  const { meanings = [], headerAt = 0 } = findColumns(rows, EVENT) ?? {}
  const context = {
    event: EVENT,
    meanings,
    timezone: 'UTC',
    dateOrder: null,
    ticketId: 'tkt_1',
    decimalMark: null,
    currency: 'EUR',
    now: NOW,
  }
  return readLine(rows[headerAt + 1] ?? [], 2, context)
}

describe('findColumns', () => {
  it.each([
    ['Eventbrite', 'Order #,First Name,Last Name,Email,Ticket Type,Attendee #,Barcode #,Attendee Status', [4, 5, 6, 7]],
    [
      'Luma',
      'api_id,name,first_name,last_name,email,created_at,approval_status,checked_in_at,ticket_name',
      [5, 6, 7, 8],
    ],
  ])('finds the columns of a guest list with the headings of %s', (_source, head, known) => {
    const meanings = meaningsIn(head) ?? []
    expect(known.map((at) => meanings[at])).not.toContain('')
    expect(meanings).toContain('email')
  })

  it.each([
    'E-Mail-Adresse;Vorname;Nachname;Ticketart;Anmeldestatus;Anmeldedatum;Eingecheckt;Strichcode;Referenz',
    'Courriel;Prénom;Nom;Billet;Statut;Date d’inscription;Présence;Code-barres;Référence',
    'Correo;Primer nombre;Apellidos;Entrada;Estado;Fecha de registro;Asistencia;Código QR;Referencia',
    'Indirizzo email;Nome;Cognome;Biglietto;Stato;Data di registrazione;Presenza;Codice QR;Riferimento',
    'E-mailadres;Voornaam;Achternaam;Kaartje;Aanmeldstatus;Aanmelddatum;Aanwezig;QR-code;Referentie',
    'Endereço de e-mail;Primeiro nome;Apelido;Bilhete;Situação;Data de inscrição;Presença;Código do bilhete;Referência',
    'Adres e-mail;Imię;Nazwisko;Bilet;Stan;Data rejestracji;Obecność;Kod QR;Numer biletu',
    'メールアドレス;名;姓;チケット;状態;登録日;出席;QRコード;参照番号',
    'البريد الإلكتروني;الاسم الأول;اسم العائلة;تذكرة;الحالة;تاريخ التسجيل;الحضور;رمز QR;المرجع',
  ])('finds all columns of %s', (head) => {
    expect(meaningsIn(head)).toEqual([
      'email',
      'firstName',
      'lastName',
      'ticket',
      'status',
      'registeredAt',
      'checkedInAt',
      'code',
      'reference',
    ])
  })

  it('skips a title above the headings, and returns null if no row has an address column', () => {
    expect(findColumns(rowsOfCsv('Guests of the summer party\nEmail|Name\na@b.example|A'), EVENT)?.headerAt).toBe(1)
    expect(findColumns(rowsOfCsv('one,two\n1,2'), EVENT)).toBeNull()
  })
})

describe('withFittingColumns', () => {
  const fittingIn = (text: string) => {
    const rows = rowsOfCsv(text)
    return withFittingColumns(findColumns(rows, EVENT), rows, EVENT)?.meanings
  }

  it.each([
    ['Name,Address,Email\nAda,5 Main St,ada@b.example', ['name', '', 'email']],
    ['Email,Type,Ticket\nada@b.example,Friend,Seat', ['email', '', 'ticket']],
    ['Email,Status,RSVP\nada@b.example,VIP,going', ['email', '', 'status']],
    ['Email,Name,Guest\nada@b.example,Ada,Ada L', ['email', 'name', '']],
  ])('keeps the column of %j whose values fit', (text, meanings) => {
    expect(fittingIn(text)).toEqual(meanings)
  })
})

describe('readLine', () => {
  it('leaves out invited people without a fault', () => {
    expect(personIn('Email,Status\na@b.example,Invited')).toMatchObject({
      person: null,
      isSkipped: true,
      reasons: [{ code: 'invited' }, { code: 'guest_left_out' }],
    })
  })

  it('takes only real currencies from headings', () => {
    expect(
      ['Amount (VIP)', 'Amount (USD)'].map((heading) => findColumns([['Email', heading]], EVENT)?.currency),
    ).toEqual([null, 'USD'])
  })

  it('reads names, a status in any case, and answers by the label of the question', () => {
    expect(personIn('Email,Name,Status,FOOD\nNora@Posteo.example,Nora Lindqvist,BEZAHLT,Fish; Rice').person).toEqual({
      firstName: 'Nora',
      lastName: 'Lindqvist',
      email: 'nora@posteo.example',
      ticketId: 'tkt_1',
      status: 'CONFIRMED',
      registeredAt: NOW,
      checkedInAt: null,
      code: null,
      amount: 0,
      currency: null,
      order: '',
      emailIsBuyers: false,
      buyerEmail: 'nora@posteo.example',
      answers: [{ questionId: 'q_food', answer: ['Fish', 'Rice'] }],
    })
  })

  it.each([
    ['yes', 'CHECKED_IN', EVENT.startAt],
    ['No', 'CONFIRMED', null],
    ['', 'CONFIRMED', null],
    ['2026-02-01 19:30', 'CHECKED_IN', Date.parse('2026-02-01T19:30:00Z')],
  ])('reads %j as a check-in', (text, status, checkedInAt) => {
    expect(personIn(`Email,Checked in\na@b.example,${text}`).person).toMatchObject({ status, checkedInAt })
  })

  it('names a line by its reference, otherwise by its address, or by the name in its order', () => {
    const keysOf = (text: string) => joinOrders([personIn(text)]).map(({ sourceKey }) => sourceKey)
    expect(keysOf('Email,Reference\nA@b.example,77')).toEqual(['#77'])
    expect(keysOf('Email,Reference\nA@b.example,')).toEqual(['a@b.example'])
    expect(keysOf('Email,Order\nA@b.example,R1')).toEqual(['order R1 a@b.example'])
    expect(keysOf('Email,Name,Order\n,Ada Lovelace,R1')).toEqual(['order R1  name ada lovelace'])
  })
})

describe('dates', () => {
  it.each([
    ['2026-12-31', 'UTC', null, '2026-12-31T00:00:00.000Z'],
    ['2026-12-31 18:30', 'Europe/Berlin', null, '2026-12-31T17:30:00.000Z'],
    ['2026-12-31T18:30:05Z', 'Europe/Berlin', null, '2026-12-31T18:30:05.000Z'],
    ['2026-12-31T18:30:00.123456+02:00', 'UTC', null, '2026-12-31T16:30:00.000Z'],
    ['31.12.2026', 'UTC', null, '2026-12-31T00:00:00.000Z'],
    ['31.12.2026, 18:30', 'UTC', 'MDY', '2026-12-31T18:30:00.000Z'],
    ['12/31/2026 6:30 PM', 'UTC', 'MDY', '2026-12-31T18:30:00.000Z'],
    ['12/31/2026 12:05 AM', 'UTC', 'MDY', '2026-12-31T00:05:00.000Z'],
    ['31/12/2026', 'UTC', 'DMY', '2026-12-31T00:00:00.000Z'],
  ] as const)('reads %s', (text, timezone, order, instant) => {
    expect(new Date(toInstant(text, timezone, order) ?? Number.NaN).toISOString()).toBe(instant)
  })

  it.each(['31.02.2026', '03/04/2026', '2026-13-01', '2026-12-31 25:00', 'tomorrow', '', '2026-02-30T10:00:00Z'])(
    'does not guess %j',
    (text) => {
      expect(toInstant(text, 'UTC', null)).toBeNull()
    },
  )

  it.each([
    [['31/12/2026', '03/04/2026'], 'DMY'],
    [['03/04/2026', '12/31/2026'], 'MDY'],
    [['03/04/2026', '05/06/2026'], null],
    [['03.04.2026', '2026-04-03', ''], 'none'],
  ] as const)('takes the order of %j from the column', (values, order) => {
    expect(dateOrderOf(values)).toBe(order)
  })
})
