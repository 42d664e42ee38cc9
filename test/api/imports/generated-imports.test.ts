import { expect, it } from 'vitest'
import { chanceOf } from '../../../harness/chance.ts'
import { base64, utf8 } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'

const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:write', 'events:write', 'billing:write'])
const event = await newEvent(calendar, { ...PAST, waitlistEnabled: true }, { name: 'Seat' })

const ask = (bytes: Uint8Array<ArrayBuffer>, json: object) =>
  send(`POST /v1/events/${event.id}/guests/import`, {
    key,
    json: { file: base64(bytes), acceptRefused: true, ...json },
  })

const randomOf = (seed: number) => {
  const chance = chanceOf(seed)
  return (below: number) => Math.floor(chance() * below)
}
type Random = ReturnType<typeof randomOf>
const oneOf = <Value>(random: Random, values: readonly Value[]) => values[random(values.length)] as Value

const STATUSES = ['confirmed', 'Attended', 'waitlist', 'pending', 'void', '', 'perhaps']
const TICKETS = ['Seat', 'seat', '', 'Balcony']
const DATES = ['2026-01-02 10:00', '02.01.2026', '', 'soon', '2099-01-01', '31.02.2026']
const AMOUNTS = ['12.50 EUR', '', 'free', '-3 EUR', 'x', '0']
const NAMES = ['Ada Lovelace', 'Zoë "Z", Müller', '山田 太郎', 'أحمد', '']

const fileOf = (seed: number) => {
  const random = randomOf(seed)
  const delimiter = oneOf(random, [',', ';', '\t', '|'])
  const quoted = (cell: string) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const line = () => {
    const address = oneOf(random, [`g${seed}-${random(5)}@guests.example`, `G${seed}@Guests.Example`, 'nobody', ''])
    const order = oneOf(random, ['', '', `R${seed}-${random(2)}`])
    return [
      address,
      oneOf(random, NAMES),
      oneOf(random, TICKETS),
      oneOf(random, STATUSES),
      oneOf(random, DATES),
      oneOf(random, AMOUNTS),
      order,
      oneOf(random, ['', `CODE-${seed}-${random(3)}`, 'x']),
    ]
  }
  const rows = Array.from({ length: 1 + random(6) }, line)
  const headings = ['Email', 'Name', 'Ticket', 'Status', 'Registered at', 'Amount', 'Order number', 'QR code']
  return [headings, ...rows].map((cells) => cells.map(quoted).join(delimiter)).join('\n')
}

interface Line {
  result: string
  says: string | null
}
const expectSentences = (lines: readonly Line[], seed: number) => {
  for (const { result, says } of lines)
    if (result === 'refused' || result === 'skipped') expect(says, `seed ${seed}`).toMatch(/^Line \d+: .+\.$/s)
}

it('imports 500 generated files with the counts of their dry runs', { timeout: 300_000 }, async () => {
  const total = { new: 0, refused: 0 }
  for (let seed = 1; seed <= 500; seed += 1) {
    const bytes = utf8(fileOf(seed))
    const tried = await ask(bytes, { dryRun: true })
    expect(tried.status, `seed ${seed}: ${tried.text}`).toBe(200)
    expectSentences(tried.body.data.lines, seed)
    const done = await ask(bytes, { confirm: tried.body.data.digest })
    expect(done.status, `seed ${seed}: ${done.text}`).toBe(200)
    expect(done.body.data.counts, `seed ${seed}`).toEqual(tried.body.data.counts)
    const again = await ask(bytes, { dryRun: true })
    expect(again.body.data.counts, `seed ${seed}`).toMatchObject({ new: 0, changed: 0 })
    total.new += tried.body.data.counts.new
    total.refused += tried.body.data.counts.refused
  }

  // Checks that the generator produces both outcomes often enough.
  expect(Math.min(total.new, total.refused)).toBeGreaterThan(100)
})

it('returns a clean error for 400 broken files', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = randomOf(seed * 7919)
    const bytes = utf8(fileOf(seed))
    const broken = bytes.slice(0, random(3) === 0 ? random(bytes.length) : bytes.length)
    for (let change = 0; change < 1 + random(12) && broken.length > 0; change += 1)
      broken[random(broken.length)] = oneOf(random, [0, 9, 10, 13, 34, 44, 59, 128, 255, random(256)])
    const { status, text, body } = await ask(broken, { dryRun: true })
    expect([200, 400], `seed ${seed}: ${text}`).toContain(status)
    if (status === 200) expectSentences(body.data.lines, seed)
    else expect(body.errors[0].message, `seed ${seed}`).not.toBe('')
  }
})
