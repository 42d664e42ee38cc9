import type { Instant } from '../../kernel/time.ts'
import { INVITE_ANSWERS } from '../../kernel/vocabulary.ts'

/** A calendar app's reply to an invite (RFC 5546, `METHOD:REPLY`). */
export interface CalendarReply {
  uid: string
  sequence: number
  stampedAt: Instant
  /** The address of the attendee who answered, in lower case. */
  attendee: string
  answer: (typeof INVITE_ANSWERS)[number]
}

/**
 * A reply is VCALENDAR, VEVENT and VALARM deep. Its VTIMEZONE may have a component per change of the offset. Anything
 * beyond these limits is no reply.
 */
const MAX_REPLY_LENGTH = 65_536
const MAX_LINES = 2_000
const MAX_COMPONENTS = 200
const MAX_DEPTH = 5

interface Property {
  name: string
  parameters: Map<string, string>
  value: string
}

const LINE = /^([A-Za-z\d-]+)((?:;[A-Za-z\d-]+=(?:"[^"]*"|[^";:]*)(?:,"[^"]*")*)*):(.*)$/
const PARAMETER = /;([A-Za-z\d-]+)=("[^"]*"|[^";:]*)/g

const propertyOf = (line: string): Property | null => {
  const [, name, parameters = '', value = ''] = LINE.exec(line) ?? []
  if (name === undefined) return null
  return {
    name: name.toUpperCase(),
    parameters: new Map(
      [...parameters.matchAll(PARAMETER)].map(([, key = '', text = '']) => [
        key.toUpperCase(),
        text.replaceAll('"', ''),
      ]),
    ),
    value,
  }
}

/**
 * Returns the properties of each component along with its path, such as `VCALENDAR/VEVENT`. Returns none if there are
 * more lines or components than in any reply, or if they are nested deeper.
 */
const componentsOf = (text: string) => {
  const components: { path: string; properties: Property[] }[] = []
  const open: { path: string; properties: Property[] }[] = []
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/, MAX_LINES + 1)
  if (lines.length > MAX_LINES) return []
  for (const line of lines) {
    const property = propertyOf(line)
    if (property === null) continue
    const name = property.value.toUpperCase()
    if (property.name === 'BEGIN') {
      const component = { path: [open.at(-1)?.path, name].filter(Boolean).join('/'), properties: [] }
      components.push(component)
      open.push(component)
      if (components.length > MAX_COMPONENTS || open.length > MAX_DEPTH) return []
    } else if (property.name === 'END') open.pop()
    else open.at(-1)?.properties.push(property)
  }
  return components
}

const stampOf = (text: string): Instant | null => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  if (year === undefined) return null
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}

const addressOf = (uri: string) => {
  const [, address] = /^mailto:([^?]+)/i.exec(uri.trim()) ?? []
  try {
    return address === undefined ? null : decodeURIComponent(address).toLowerCase()
  } catch {
    return null
  }
}

interface Component {
  properties: Property[]
}

const hasNone = ({ properties }: Component, name: string) => properties.every((property) => property.name !== name)
const onlyOf = ({ properties }: Component, name: string) => {
  const found = properties.filter((property) => property.name === name)
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Parses a reply. Returns null for anything else: another method, several events, several attendees, or an unknown
 * `PARTSTAT`.
 */
export const readReply = (text: string): CalendarReply | null => {
  if (text.length > MAX_REPLY_LENGTH) return null
  const components = componentsOf(text)
  const calendars = components.filter(({ path }) => path === 'VCALENDAR')
  const events = components.filter(({ path }) => path === 'VCALENDAR/VEVENT')
  const [calendar] = calendars
  const [event] = events
  if (calendar === undefined || event === undefined || calendars.length > 1 || events.length > 1) return null
  const attendee = onlyOf(event, 'ATTENDEE')
  const uid = onlyOf(event, 'UID')?.value.trim() ?? ''
  const sequence = hasNone(event, 'SEQUENCE') ? '0' : (onlyOf(event, 'SEQUENCE')?.value.trim() ?? '')
  const stampedAt = stampOf(onlyOf(event, 'DTSTAMP')?.value.trim() ?? '')
  const address = addressOf(attendee?.value ?? '')
  const word = attendee?.parameters.get('PARTSTAT')?.toUpperCase()
  const answer = INVITE_ANSWERS.find((each) => each === word)
  const isReply = onlyOf(calendar, 'METHOD')?.value.trim().toUpperCase() === 'REPLY'
  if (!isReply || uid === '' || !/^\d{1,9}$/.test(sequence)) return null
  if (stampedAt === null || address === null || answer === undefined) return null
  return { uid, sequence: Number(sequence), stampedAt, attendee: address, answer }
}
