import { describe, expect, it } from 'vitest'
import { base64, utf8 } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:write', 'events:write'])
const event = await newEvent(calendar, {}, { name: 'Seat' })

const tryOut = async (text: string, more = {}) => {
  const json = { file: base64(utf8(text)), dryRun: true, ...more }
  const answer = await send(`POST /v1/events/${event.id}/guests/import`, { key, json })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

describe('columns of a guest list', () => {
  it('takes the column with email addresses if there is an Address as well', async () => {
    const { columns, counts } = await tryOut('Name,Address,Email\nAda,5 Main St,ada@b.example')
    expect(columns).toEqual([
      { heading: 'Name', meaning: 'name', examples: ['Ada'] },
      { heading: 'Address', meaning: null, examples: ['5 Main St'] },
      { heading: 'Email', meaning: 'email', examples: ['ada@b.example'] },
    ])
    expect(counts).toMatchObject({ new: 1, refused: 0 })
  })

  it('names the line of the file, with empty lines and line breaks in cells', async () => {
    const { lines } = await tryOut('Guests\n\nEmail,Name\n\nada@b.example,"Ada\n\nLovelace"\n\nnobody,N')
    expect(lines.map(({ line }: { line: number }) => line)).toEqual([5, 9])
    expect(lines[1].says).toMatch(/^Line 9: 'nobody'/)
  })

  it('takes a file without known headings if the request names its columns', async () => {
    const { lines } = await tryOut('Wer,Wohin\nAda,ada@b.example', { columns: ['name', 'email'] })
    expect(lines).toMatchObject([
      { line: 1, result: 'skipped', says: 'Line 1: It looks like the headings.' },
      { line: 2, result: 'new' },
    ])
  })
})
