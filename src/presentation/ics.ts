import { utf8 } from '../kernel/crypto.ts'
import { iso, type Instant } from '../kernel/time.ts'
import { withoutTurns } from './plain.ts'

/** Content lines of RFC 5545. User text is escaped so that it cannot start a line of its own. */

export const CRLF = '\r\n'
const FOLD = `${CRLF} `
const MAX_LINE_OCTETS = 75

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]/g
// eslint-disable-next-line no-control-regex
const BREAKS = /\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g
const SPECIALS = /[\\;,\n]/g
/** Fast path: most texts contain nothing to clean. */
const UNCLEAN = /[^\u0020-\u007e\n]/

const cleaned = (text: string) => withoutTurns(text.toWellFormed()).replaceAll(BREAKS, '\n').replaceAll(CONTROLS, '')

/** Escapes a TEXT value, so that it stays on one line and is well-formed Unicode. */
export const icsText = (text: string) =>
  (UNCLEAN.test(text) ? cleaned(text) : text).replaceAll(SPECIALS, (special) =>
    special === '\n' ? '\\n' : `\\${special}`,
  )

/**
 * Quotes a parameter value. RFC 5545 does not allow `"` in it, and some calendar apps treat a backslash as an escape,
 * so both are replaced.
 */
const icsQuoted = (text: string) =>
  `"${withoutTurns(text.toWellFormed())
    .replaceAll(BREAKS, ' ')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[\n\t]/g, ' ')
    .replaceAll('\\', '/')
    .replaceAll('"', "'")}"`

/** Returns an `ATTENDEE` or `ORGANIZER` line, with `CN` if the person has a name. */
export const icsPerson = (property: string, parameters: string, { name, email }: { name: string; email: string }) =>
  icsLine(
    `${property}${parameters}${name.trim() === '' ? '' : `;CN=${icsQuoted(name.trim())}`}`,
    icsUri(`mailto:${email}`),
  )

/** Percent-encodes all characters outside U+0021–U+007E in a stored URI, because they could end the line or the URI. */
export const icsUri = (uri: string) =>
  uri.replaceAll(/[^\u0021-\u007e]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))

const stamp = (isoText: string) => isoText.slice(0, 19).replaceAll(/[-:]/g, '')

export const icsInstant = (at: Instant) => `${stamp(iso(at))}Z`
export const icsDate = (date: string) => date.replaceAll('-', '')

// eslint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]/

/** Returns the length in bytes when encoded as UTF-8. */
export const octetsOf = (text: string) => (BEYOND_ASCII.test(text) ? utf8(text).length : text.length)

const BACKSLASH = 0x5c

/**
 * Folds a line at 75 octets. It never splits a code point or an escape, because some calendar apps drop such a line.
 */
export const icsLine = (name: string, value: string) => {
  const line = `${name}:${value}`
  const parts: string[] = []
  let start = 0
  let width = 0
  for (let index = 0; index < line.length;) {
    const unit = line.charCodeAt(index)
    const isPair = unit === BACKSLASH || (unit >= 0xd800 && unit < 0xdc00)
    const octets = isPair ? (unit === BACKSLASH ? 2 : 4) : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    if (width + octets > MAX_LINE_OCTETS) {
      parts.push(line.slice(start, index))
      start = index
      width = 1
    }
    width += octets
    index += isPair ? 2 : 1
  }
  return parts.length === 0 ? line : `${parts.join(FOLD)}${FOLD}${line.slice(start)}`
}
