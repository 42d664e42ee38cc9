import { sha256Hex } from '../../../src/kernel/crypto.ts'
import { base62Of } from '../../../src/kernel/ids.ts'
import { groupShortCode, shortCodesFor } from '../../../src/kernel/short-code.ts'

const MINUTE = 60_000
const STEP = 10 * MINUTE
const DAY = 24 * 60 * MINUTE
/** The fixed time at which the story takes place for its readers: 30 minutes before Summer Nights. */
const TOLD_AT = Date.parse('2027-06-18T17:30:00Z')

const IDS =
  'cal|evt|ser|tkt|gst|chk|cpt|ord|rfd|cpn|key|gnt|whk|del|rcv|ann|rem|sex|run|usr|qst|qr|dps|pty|img|inv|mail|tax|pac|bka|bln|pof|doc|pst|arc|res|add|rsl|imp'
const PREFIX = new RegExp(`^(?:svc_(?:live|door|test|ac)_|(?:${IDS}|sbx|feed|quo|whsec)_)?`)

const RANDOM = new RegExp(
  [
    String.raw`(?:\b|(?<=\\[rn]))(?:${IDS})_[0-9A-Za-z_-]{20,40}`,
    String.raw`\bsbx_[0-9A-Za-z]{10}(?![0-9A-Za-z])`,
    String.raw`\bsvc_(?:live|door|test|ac)_[0-9A-Za-z]{8,38}`,
    String.raw`\bfeed_[0-9A-Za-z]{40}`,
    String.raw`\bquo_[\w-]{100,}`,
    String.raw`\bwhsec_[0-9A-Za-z+/]{40,44}={0,2}`,
    String.raw`\b[0-9a-f]{64}\b`,
    String.raw`(?<=/registrations/|/r/)[0-9A-Za-z._-]{12,}`,
    String.raw`(?<=/public/exports/|/public/archives/|"key":"(?=[a-z2-7]{26}")|ticket=|"ticket":"|"cursor":"|"token":"|"manageToken":"|"ref":")[0-9A-Za-z._=+/-]{12,}`,
    String.raw`(?<="number":"|"orderNumber":")(?!R2|G2)[0-9A-Za-z-]{6,}`,
  ].join('|'),
  'g',
)

const lettersOf = async (seed: string, length: number) => {
  let text = ''
  for (let part = 0; text.length < length; part += 1) {
    const hash = await sha256Hex(`${seed} ${part}`)
    for (let at = 0; at + 8 <= hash.length; at += 8)
      text += base62Of(Number.parseInt(hash.slice(at, at + 8), 16) >>> 2, 5).slice(1)
  }
  return text.slice(0, length)
}

/** Only known prefixes: a random text may also begin with letters and an underscore. */
const prefixOf = (found: string) => PREFIX.exec(found)?.[0] ?? ''

/**
 * Replaces letters and digits but keeps the prefix and punctuation. The result depends only on `nth`, the value's
 * number within its kind.
 */
const renamed = async (found: string, nth: number) => {
  const prefix = prefixOf(found)
  const rest = found.slice(prefix.length)
  const isHex = /^[0-9a-f]{64}$/.test(found)
  if (isHex) return sha256Hex(`example ${nth}`)
  const letters = await lettersOf(`${prefix} ${rest.length} ${nth}`, rest.length)
  return prefix + rest.replaceAll(/[^.=]/g, (_letter, at: number) => letters[at] as string)
}

const VISIBLE = 'svc_live_'.length + 8
const isVisiblePart = (text: string) => text.startsWith('svc_live_') && text.length === VISIBLE

const withNames = async (text: string) => {
  const names = new Map<string, string>()
  const counted = new Map<string, number>()
  // Renames whole keys first, because a key's visible prefix is then taken from the renamed key.
  const occurrences = [...text.matchAll(RANDOM)].map(([found]) => found)
  occurrences.sort((a, b) => Number(isVisiblePart(a)) - Number(isVisiblePart(b)))
  for (const found of occurrences) {
    if (names.has(found)) continue
    const kind = `${prefixOf(found)}${found.length}`
    counted.set(kind, (counted.get(kind) ?? 0) + 1)
    const name = await renamed(found, counted.get(kind) as number)
    names.set(found, name)
    // Renames the visible prefix of a key in the same way as the key.
    const visible = found.slice(0, VISIBLE)
    if (found.startsWith('svc_live_') && occurrences.includes(visible)) names.set(visible, name.slice(0, VISIBLE))
  }
  return text.replaceAll(RANDOM, (found) => names.get(found) as string)
}

const compact = (iso: string) => iso.replaceAll(/[-:]|\.\d{3}/g, '')

/** Moves every time within 400 days of `startedAt` to the story's time, rounded to 10 minutes. */
const withTimes = (text: string, startedAt: number) => {
  const told = (instant: number) => TOLD_AT + Math.round((instant - startedAt) / STEP) * STEP
  const isNear = (instant: number) => Math.abs(instant - startedAt) < 400 * DAY
  const days = Math.floor(TOLD_AT / DAY) - Math.floor(startedAt / DAY)
  return text
    .replaceAll(/\b([RG])\d{4}(?=-\d{5}\b)/g, (_number, series: string) => `${series}2027`)
    .replaceAll(/(?<="keepUntil":")\d{4}/g, '2038')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, (iso) =>
      isNear(Date.parse(iso)) ? new Date(told(Date.parse(iso))).toISOString() : iso,
    )
    .replaceAll(/\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/g, (whole, ...parts: string[]) => {
      const [y, mo, d, h, mi, s] = parts
      const instant = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
      return isNear(instant) ? compact(new Date(told(instant)).toISOString()) : whole
    })
    .replaceAll(/(?<=,)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=,)/g, (local) => {
      const instant = Date.parse(`${local.replace(' ', 'T')}Z`)
      return isNear(instant) ? new Date(told(instant)).toISOString().slice(0, 19).replace('T', ' ') : local
    })
    .replaceAll(/"(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?)?"/g, (whole, date: string, time: string | undefined) => {
      if (time !== undefined) {
        const instant = Date.parse(`${date}${time}Z`)
        return isNear(instant) ? `"${new Date(told(instant)).toISOString().slice(0, 11 + time.length - 1)}"` : whole
      }
      const instant = Date.parse(`${date}T00:00:00Z`)
      return isNear(instant) ? `"${new Date(instant + days * DAY).toISOString().slice(0, 10)}"` : whole
    })
}

interface Anything {
  [name: string]: unknown
}

const byText = (left: unknown, right: unknown) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)

const eachObject = (value: unknown, change: (whole: Anything) => void): unknown => {
  if (Array.isArray(value)) return value.map((part) => eachObject(part, change))
  if (typeof value !== 'object' || value === null) return value
  const whole: Anything = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, eachObject(part, change)]),
  )
  change(whole)
  return whole
}

const RANKS: Record<string, (item: Anything) => string> = {
  entries: ({ status }) => String(status),
  byGate: ({ gate }) => String(gate),
  byEvent: ({ registrations, slug }) => `${1_000 - Number(registrations)} ${String(slug)}`,
  byTicket: ({ name, ticketName, confirmed }) => `${String(name ?? ticketName)} ${1_000 - Number(confirmed ?? 0)}`,
}

/** Items of equal rank come in random order. Sorts them by rank and text instead. */
const inOrder = (whole: Anything) => {
  for (const [list, rank] of Object.entries(RANKS)) {
    const items = whole[list]
    if (Array.isArray(items)) items.sort((a: Anything, b: Anything) => byText(rank(a), rank(b)))
  }
}

/** Tickets that differ only in their id come in random order, so all of them get the same `ticketId`. */
const alike = (tickets: Anything[]) => {
  const ranks = tickets.map(({ name, ticketName, confirmed }) => JSON.stringify([name ?? ticketName, confirmed]))
  for (const [at, ticket] of tickets.entries()) {
    if (ranks.indexOf(ranks[at] as string) !== ranks.lastIndexOf(ranks[at] as string)) {
      ticket.ticketId = 'tkt_anyOfThoseThatAreAlike'
    }
  }
}

const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** The length of a live ticket varies with the session it was made from. */
const settleTicket = (whole: Anything, ticket: string) => {
  const shown = 'k3v9qdT2mWc8RbY5.nHs7Lx4pZe6UjXa1GfVw0CtMoIrKhSyNlDbQEzPgJ'
  if (typeof whole.url === 'string') whole.url = whole.url.replace(ticket, shown)
  Object.assign(whole, { ticket: shown, expiresAt: '2027-06-18T17:30:30.000Z' })
}

/** Replaces values that depend on the time of the run, such as `nextRunAt` and `durationMs`, with fixed ones. */
const settled = (whole: Anything) => {
  if (Array.isArray(whole.byTicket)) alike(whole.byTicket as Anything[])
  if (typeof whole.nextRunAt === 'string') whole.nextRunAt = `2027-06-21T${String(whole.timeOfDay)}:00.000Z`
  // The day of Summer Nights, which starts 30 minutes after `TOLD_AT`.
  if (Array.isArray(whole.places)) Object.assign(whole, { from: '2027-06-18', to: '2027-06-18', days: ['2027-06-18'] })
  if (typeof whole.durationMs === 'number') whole.durationMs = 41
  if (typeof whole.resetsAt === 'string') whole.resetsAt = '2027-06-19T00:00:00.000Z'
  if (typeof whole.ref === 'string') whole.ref = 'k3v9qdT2mWc8RbY5nHs7Lx'
  if (typeof whole.shortCode === 'string') {
    const [code = ''] = shortCodesFor(String(whole.id ?? whole.qrCode))
    whole.shortCode = whole.shortCode.includes('-') ? groupShortCode(code) : code
  }
  if (typeof whole.html === 'string' && typeof whole.text === 'string') {
    whole.html = `${whole.html.slice(0, 15)}…`
    whole.text = `${whole.text.slice(0, 12)}…`
  }
  if (typeof whole.words === 'string') whole.words = 'every Saturday at 18:00 4 times'
  if (typeof whole.qrImage === 'string') whole.qrImage = `${whole.qrImage.slice(0, 60)}…`
  if (typeof whole.ticket === 'string') settleTicket(whole, whole.ticket)
  // Every date of the story is the day of Summer Nights. Computed dates differ in a run that passes midnight.
  for (const field of ['from', 'to', 'date']) if (isDate(whole[field])) whole[field] = '2027-06-18'
  // Other tests send the example bodies, and a payment in the future is refused.
  if (isDate(whole.paidOn)) whole.paidOn = '2026-01-31'
}

/** Moves the date in a `harbour-swim` slug. The first swim is one day after Summer Nights. */
const swimAt = (startedAt: number) => (date: string) => {
  const first = new Date(startedAt + 24.5 * 60 * MINUTE).toISOString().slice(0, 10)
  return new Date(Date.parse('2027-06-19') + Date.parse(date) - Date.parse(first)).toISOString().slice(0, 10)
}

/** Order numbers are cut from random ids. They appear on their own only in CSV files. */
const withOrderNumbers = (text: string) => {
  const seen: string[] = []
  return text.replaceAll(/(?<=,)[0-9A-F]{12}(?=,)/g, (number) => {
    if (!seen.includes(number)) seen.push(number)
    return `7D4F7C77${String(seen.indexOf(number)).padStart(4, '0')}`
  })
}

/** Makes the recorded story identical on every run and machine. */
export const timeless = async (recorded: unknown, startedAt: number, hosts: Record<string, string>) => {
  let text = JSON.stringify(eachObject(recorded, inOrder))
  for (const [real, shown] of Object.entries(hosts)) text = text.replaceAll(real, shown)
  text = text.replaceAll(/(?<=[/"]summer-nights-)[a-z0-9]{6}(?=")/g, 'k3v9qd')
  text = text.replaceAll(/(?<=[/"]summer-nights-)\d{4}-\d\d-\d\d(?=")/g, '2027-06-18')
  text = text.replaceAll(/(?<=harbour-swim-)\d{4}-\d\d-\d\d/g, swimAt(startedAt))
  text = withOrderNumbers(withTimes(await withNames(text), startedAt))
  return eachObject(JSON.parse(text), settled)
}
