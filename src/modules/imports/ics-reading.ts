import { isTimezone } from '../../kernel/time.ts'

export interface IcsProperty {
  name: string
  parameters: Readonly<Record<string, string>>
  value: string
}

/** A VEVENT, with its properties by name and the line of the file at which it begins. */
export interface IcsEvent {
  line: number
  properties: ReadonlyMap<string, IcsProperty[]>
}

export interface IcsFile {
  /** `X-WR-TIMEZONE`, which Google and Apple write. */
  timezone: string | null
  events: IcsEvent[]
}

const MARK = 'BEGIN:VCALENDAR'

export const isIcs = (text: string) => text.trimStart().slice(0, MARK.length).toUpperCase() === MARK

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const
const isContinuation = (byte: number) => byte >= 0x80 && byte <= 0xbf

/** Returns the bytes of the fold (a line break and a space) that starts here, or nothing. */
const foldAt = (bytes: Uint8Array, at: number) => {
  const lineBreak = bytes[at] === LF ? [LF] : bytes[at] === CR && bytes[at + 1] === LF ? [CR, LF] : []
  const space = bytes[at + lineBreak.length]
  return lineBreak.length > 0 && (space === SPACE || space === TAB) ? [...lineBreak, space] : []
}

/**
 * Moves folds out of multi-byte characters. RFC 5545, 3.1 warns of programs that fold by bytes: a break within `ü`
 * makes the file invalid UTF-8. The unfolded text stays the same in every encoding, and lines keep their numbers.
 */
export const withWholeCharacters = (given: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const start = new TextDecoder('windows-1252').decode(given.subarray(0, 2 * MARK.length)).replace('ï»¿', '')
  if (!isIcs(start)) return given
  const bytes = new Uint8Array(given.length)
  let length = 0
  let held: number[] = []
  const emit = (some: readonly number[]) => {
    bytes.set(some, length)
    length += some.length
  }
  for (let at = 0; at < given.length; at += 1) {
    const byte = given[at] ?? 0
    const fold = foldAt(given, at)
    if (fold.length > 0 && length > 0 && (bytes[length - 1] ?? 0) >= 0x80) held.push(...fold)
    else if (fold.length > 0) emit(fold)
    else if (isContinuation(byte)) emit([byte])
    else {
      emit([...held, byte])
      held = []
    }
    at += Math.max(0, fold.length - 1)
  }
  emit(held)
  return bytes
}

/** Joins folded lines (RFC 5545, 3.1). */
const unfolded = (text: string) => {
  const lines: { at: number; text: string }[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(line) && last !== undefined) last.text += line.slice(1)
    else lines.push({ at: index + 1, text: line })
  }
  return lines
}

const PROPERTY = /^([A-Za-z\d-]+)((?:;[A-Za-z\d-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:]*))*)*):(.*)$/s

const propertyIn = (line: string): IcsProperty | null => {
  const [whole, name = '', given = '', value = ''] = PROPERTY.exec(line) ?? []
  if (whole === undefined) return null
  const parameters = [...given.matchAll(/;([A-Za-z\d-]+)=("[^"]*"|[^";:]*)/g)].map(([, key = '', text = '']) => [
    key.toUpperCase(),
    text.replaceAll('"', ''),
  ])
  return { name: name.toUpperCase(), parameters: Object.fromEntries(parameters) as Record<string, string>, value }
}

/** Reads the events of a calendar file. Skips alarms and other components within an event. */
export const readIcs = (text: string): IcsFile => {
  const events: IcsEvent[] = []
  const path: string[] = []
  let timezone: string | null = null
  let properties = new Map<string, IcsProperty[]>()
  for (const { at, text: line } of unfolded(text)) {
    const property = propertyIn(line)
    if (property === null) continue
    const { name, value } = property
    if (name === 'BEGIN') {
      path.push(value.toUpperCase())
      if (path.at(-1) !== 'VEVENT') continue
      properties = new Map()
      events.push({ line: at, properties })
    } else if (name === 'END') path.pop()
    else if (path.at(-1) === 'VEVENT') properties.set(name, [...(properties.get(name) ?? []), property])
    else if (name === 'X-WR-TIMEZONE' && isTimezone(value.trim())) timezone = value.trim()
  }
  return { timezone, events }
}

/** Undoes the escapes of a text value (RFC 5545, 3.3.11). */
export const unescapeIcs = (value: string) =>
  value.replaceAll(/\\([nN,;\\])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char))

export interface IcsTime {
  /** Date, such as 2027-05-01. */
  date: string
  /** Time, such as 18:00:00. Null for a date. */
  time: string | null
  isUtc: boolean
  /** `TZID` as written. */
  zone: string | null
}

const TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/

export const icsTime = ({ value, parameters }: IcsProperty): IcsTime | null => {
  const [whole, year = '', month = '', day = '', hour, minute = '', second = '', zulu] = TIME.exec(value.trim()) ?? []
  if (whole === undefined) return null
  const zone = parameters['TZID'] ?? null
  return {
    date: `${year}-${month}-${day}`,
    time: hour === undefined ? null : `${hour}:${minute}:${second === '60' ? '59' : second}`,
    isUtc: zulu !== undefined,
    zone,
  }
}

const DURATION = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Returns the minutes of a duration such as `PT1H30M`, or null. */
export const icsMinutes = (value: string): number | null => {
  const [whole, weeks = 0, days = 0, hours = 0, minutes = 0] = DURATION.exec(value.trim()) ?? []
  if (whole === undefined) return null
  return ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes)
}
