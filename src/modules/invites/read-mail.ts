/** The parts of an email (RFC 5322, RFC 2045 to 2047) that a calendar reply needs. */
export interface ReceivedMail {
  /** The address in `From`, in lower case. Null if there is no address, or more than one. */
  from: { name: string; address: string } | null
  /** `Authentication-Results` headers, topmost first. */
  authenticationResults: string[]
  /** Decoded `text/calendar` and `application/ics` parts. */
  calendars: string[]
}

/**
 * Anyone can send an email here, so its size, number of parts, nesting and header length are limited. Parsing takes
 * linear time.
 */
const MAX_MAIL_BYTES = 1_048_576
const MAX_MAIL_PARTS = 100
const MAX_NESTING = 8
const MAX_LINE_LENGTH = 2_000
const CALENDARS = ['text/calendar', 'application/ics']

/**
 * Returns the bytes as one character each (Latin-1), because their charset is not known yet. Null if there are more
 * than `MAX_MAIL_BYTES`.
 */
const lettersOf = async (raw: ReadableStream<Uint8Array> | string) => {
  let letters = ''
  for await (const chunk of typeof raw === 'string' ? [new TextEncoder().encode(raw)] : raw) {
    if (letters.length + chunk.length > MAX_MAIL_BYTES) return null
    for (let at = 0; at < chunk.length; at += 8_192) letters += String.fromCharCode(...chunk.subarray(at, at + 8_192))
  }
  return letters
}

const decodeText = (letters: string, charset = 'utf-8') => {
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const fromBase64 = (text: string) => {
  const [digits = ''] = text.replaceAll(/[^A-Za-z\d+/=]/g, '').split('=', 1)
  return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
}

const fromHex = (text: string) =>
  text.replaceAll(/=([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const withoutSoftBreaks = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll('=\n', '')

const bodyOf = ({ headers, body }: Part) => {
  const [encoding = ''] = linesOf(headers, 'content-transfer-encoding')
  if (/^base64/i.test(encoding)) return fromBase64(body)
  return /^quoted-printable/i.test(encoding) ? fromHex(withoutSoftBreaks(body)) : body
}

interface Part {
  headers: { name: string; value: string }[]
  body: string
}

const partOf = (letters: string): Part => {
  const end = /\n\r?\n/.exec(`\n${letters}`)
  const headers = letters
    .slice(0, end?.index)
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .split('\n')
    .map((line) => ({ colon: line.indexOf(':'), line }))
    .filter(({ colon }) => colon > 0)
    .map(({ colon, line }) => ({ name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1) }))
  return { headers, body: end === null ? '' : letters.slice(end.index + end[0].length - 1) }
}

const linesOf = (headers: Part['headers'], name: string) =>
  headers.filter((header) => header.name === name).map(({ value }) => decodeText(value).trim())

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g

/** Returns the `Content-Type` of a part. If the header or a parameter is repeated, the first one counts. */
const typeOf = ({ headers }: Part) => {
  const line = linesOf(headers, 'content-type')[0]?.slice(0, MAX_LINE_LENGTH) ?? ''
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, word = ''] of line.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? word)
  }
  return { type: line.split(';', 1)[0]?.trim().toLowerCase() ?? '', parameters }
}

const partsBetween = (body: string, boundary: string) => {
  const parts: string[][] = []
  for (const line of body.split('\n')) {
    const mark = line.startsWith('--') ? line.trimEnd() : ''
    if (mark === `--${boundary}--` || parts.length > MAX_MAIL_PARTS) break
    if (mark === `--${boundary}`) parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts.map((lines) => lines.join('\n').replace(/\r$/, ''))
}

/**
 * Returns the iCalendar texts in a part, in order. Skips attached emails (`message/rfc822`), which are not replies to
 * the service.
 */
const calendarsIn = (part: Part, depth = 0): { type: string; text: string }[] => {
  const { type, parameters } = typeOf(part)
  if (CALENDARS.includes(type)) return [{ type, text: decodeText(bodyOf(part), parameters.get('charset')) }]
  const boundary = parameters.get('boundary') ?? ''
  if (!type.startsWith('multipart/') || boundary === '' || depth === MAX_NESTING) return []
  return partsBetween(part.body, boundary).flatMap((letters) => calendarsIn(partOf(letters), depth + 1))
}

const ENCODED = /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi

const nameOf = (text: string) =>
  text
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => quoted.replaceAll(/\\(.)/g, '$1'))
    .replaceAll(ENCODED, (_, charset: string, way: string, word: string) =>
      decodeText(way.toLowerCase() === 'b' ? fromBase64(word) : fromHex(word.replaceAll('_', ' ')), charset),
    )
    .trim()

const ADDRESS = String.raw`([^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+)`
const NAMED = new RegExp(String.raw`^((?:"(?:[^"\\]|\\.)*"|[^"<>,;:()\\])*)<${ADDRESS}>$`)
const BARE = new RegExp(String.raw`^${ADDRESS}(?:\s*\(([^()\\]*)\))?$`)

/**
 * Returns the sender if there is exactly one. With several senders, any of them could be the authenticated one. An
 * ambiguous header gives null. Names are decoded after parsing, so that an encoded delimiter has no effect.
 */
const senderOf = (lines: readonly string[]): ReceivedMail['from'] => {
  const [line = ''] = lines
  if (lines.length > 1 || line.length > MAX_LINE_LENGTH) return null
  const [, name = '', address] = NAMED.exec(line) ?? []
  const [, bare, comment = ''] = BARE.exec(line) ?? []
  const found = address ?? bare
  return found === undefined ? null : { name: nameOf(name || comment), address: found.toLowerCase() }
}

/** Parses an email. Returns null if it is larger than any reply needs to be. */
export const readMail = async (raw: ReadableStream<Uint8Array> | string): Promise<ReceivedMail | null> => {
  const letters = await lettersOf(raw)
  if (letters === null) return null
  const mail = partOf(letters)
  const calendars = calendarsIn(mail)
  return {
    from: senderOf(linesOf(mail.headers, 'from')),
    authenticationResults: linesOf(mail.headers, 'authentication-results'),
    calendars: CALENDARS.flatMap((type) => calendars.filter((each) => each.type === type).map(({ text }) => text)),
  }
}
