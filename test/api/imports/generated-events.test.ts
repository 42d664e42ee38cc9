import { expect, it } from 'vitest'
import { chanceOf } from '../../../harness/chance.ts'
import { base64, utf8 } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newKey } from '../../support/factories.ts'

const randomOf = (seed: number) => {
  const chance = chanceOf(seed)
  return (below: number) => Math.floor(chance() * below)
}
type Random = ReturnType<typeof randomOf>
const oneOf = <Value>(random: Random, values: readonly Value[]) => values[random(values.length)] as Value

const two = (value: number) => String(value).padStart(2, '0')

interface Planned {
  title: string
  day: number
  hour: number | null
  end: number | null
  price: number | null
}

/** Lines with the same title, day and hour are copies of each other. */
const plannedIn = (random: Random): Planned[] => {
  const known = new Map<string, Planned>()
  return Array.from({ length: 1 + random(7) }, () => {
    const hour = oneOf(random, [null, 10, 15, 18, 22])
    const planned = {
      title: oneOf(random, ['Hafenfest', 'Film', 'Führung, kurz', '東京の夏', 'حفل "كبير"', '']),
      day: 1 + random(4),
      hour,
      end: hour === null ? null : oneOf(random, [null, 1, 23]),
      price: oneOf(random, [null, 0, 1_250, 123_450]),
    }
    const key = `${planned.title} ${planned.day} ${planned.hour}`
    known.set(key, known.get(key) ?? planned)
    return known.get(key) ?? planned
  })
}

/** Formats in which a program writes dates, times and prices. */
const styleOf = (random: Random) => {
  const mark = oneOf(random, [',', '.'])
  const group = oneOf(random, ['', ' ', mark === ',' ? '.' : ','])
  const isDotted = random(2) === 0
  const isJoined = random(3) === 0
  return {
    delimiter: oneOf(random, [';', '\t', '|']),
    isJoined,
    headings: isJoined ? ['Title', 'Start', 'Price', 'End'] : ['Titel', 'Datum', 'Beginn', 'Ende', 'Preis'],
    dateOf: (day: number) => (isDotted ? `${two(day)}.06.2031` : `2031-06-${two(day)}`),
    timeOf: (hour: number) => oneOf(random, [`${two(hour)}:00`, `${two(hour)}:00:00`]),
    priceOf: (minor: number | null) =>
      minor === null
        ? ''
        : `${`${Math.floor(minor / 100)}`.replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${mark}${two(minor % 100)}`,
  }
}

const quoted = (cell: string) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const fileOf = (planned: readonly Planned[], style: ReturnType<typeof styleOf>) => {
  const rows = planned.map(({ title, day, hour, end, price }) => {
    const time = hour === null ? '' : style.timeOf(hour)
    const [date, until] = [style.dateOf(day), end === null ? '' : style.timeOf(end)]
    if (!style.isJoined) return [title, date, time, until, style.priceOf(price)]
    const endDay = end !== null && hour !== null && end < hour ? day + 1 : day
    return [
      title,
      `${date} ${time}`.trim(),
      style.priceOf(price),
      end === null ? '' : `${style.dateOf(endDay)} ${until}`,
    ]
  })
  return utf8([style.headings, ...rows].map((cells) => cells.map(quoted).join(style.delimiter)).join('\r\n'))
}

const shuffled = <Value>(random: Random, values: readonly Value[]) =>
  values
    .map((value) => ({ value, at: random(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)

it(
  'finds the events of 100 generated programmes again, however a program rewrites and sorts them',
  {
    timeout: 300_000,
  },
  async () => {
    const total = { new: 0, refused: 0, skipped: 0 }
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = randomOf(seed)
      const calendar = await newCalendar({ timezone: 'Europe/Berlin', currency: 'EUR' })
      const { key } = await newKey(calendar, ['events:read', 'events:write'])
      const ask = async (bytes: Uint8Array<ArrayBuffer>, json: object) => {
        const path = `POST /v1/calendars/${calendar.slug}/events/import` as const
        const answer = await send(path, { key, json: { file: base64(bytes), acceptRefused: true, ...json } })
        expect(answer.status, `seed ${seed}: ${answer.text}`).toBe(200)
        return answer.body.data
      }
      const planned = plannedIn(random)
      const first = fileOf(planned, styleOf(random))
      const tried = await ask(first, { dryRun: true })
      expect(tried.asks, `seed ${seed}`).toEqual([])
      for (const { result, says } of tried.lines)
        if (result === 'refused' || result === 'skipped') expect(says, `seed ${seed}`).toMatch(/^Line \d+: .+\.$/s)
      const done = await ask(first, { confirm: tried.digest })
      expect(done.counts, `seed ${seed}`).toEqual(tried.counts)

      const again = await ask(fileOf(shuffled(random, planned), styleOf(random)), { dryRun: true })
      expect(again.counts, `seed ${seed}`).toMatchObject({
        new: 0,
        same: done.counts.new,
        refused: done.counts.refused,
      })

      const listed = (await send(`GET /v1/calendars/${calendar.slug}/events?limit=100`, { key })).body.data
      const prices = new Set(planned.map(({ price }) => price ?? 0))
      for (const { tickets } of listed) expect(prices, `seed ${seed}`).toContain(tickets[0].price)
      for (const name of ['new', 'refused', 'skipped'] as const) total[name] += done.counts[name]
    }

    // Checks that the generator produces all outcomes often enough.
    expect(Math.min(total.new, total.refused, total.skipped)).toBeGreaterThan(5)
  },
)
