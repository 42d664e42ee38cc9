import { describe, expect, it } from 'vitest'
import { meaningsOf, newcomersOf } from '../../../web/console/event/import-rows.ts'
import { rowsOfCsv } from '../../../web/console/parts/csv-reading.ts'

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
