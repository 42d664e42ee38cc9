import { utf8 } from '../kernel/crypto.ts'
import { iso, type Instant } from '../kernel/time.ts'
import { withoutTurns } from './plain.ts'

/** The lines of RFC 5545, so written that no text can break out of its line. */

export const CRLF = '\r\n'
const FOLD = `${CRLF} `
const MAX_LINE_OCTETS = 75

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]/g
// eslint-disable-next-line no-control-regex
const BREAKS = /\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g
const SPECIALS = /[\\;,\n]/g
/** Most texts hold nothing that must be mended. */
const TO_MEND = /[^\u0020-\u007e\n]/

const mended = (text: string) => withoutTurns(text.toWellFormed()).replaceAll(BREAKS, '\n').replaceAll(CONTROLS, '')

/** A TEXT value: one line whatever it holds, and well-formed Unicode. */
export const icsText = (text: string) =>
  (TO_MEND.test(text) ? mended(text) : text).replaceAll(SPECIALS, (special) =>
    special === '\n' ? '\\n' : `\\${special}`,
  )

/** A parameter's value, in quotation marks, which it cannot hold itself; readers exist that take a backslash in it for an escape. */
const icsQuoted = (text: string) =>
  `"${withoutTurns(text.toWellFormed())
    .replaceAll(BREAKS, ' ')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[\n\t]/g, ' ')
    .replaceAll('\\', '/')
    .replaceAll('"', "'")}"`

/** Somebody whom a calendar program can write to, and what they are called. */
export const icsPerson = (property: string, parameters: string, { name, email }: { name: string; email: string }) =>
  icsLine(
    `${property}${parameters}${name.trim() === '' ? '' : `;CN=${icsQuoted(name.trim())}`}`,
    icsUri(`mailto:${email}`),
  )

/** A URI value: such as the store holds them, with whatever could end a line or a URI encoded. */
export const icsUri = (uri: string) =>
  uri.replaceAll(/[^\u0021-\u007e]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))

const stamp = (isoText: string) => isoText.slice(0, 19).replaceAll(/[-:]/g, '')

export const icsInstant = (at: Instant) => `${stamp(iso(at))}Z`
export const icsDate = (date: string) => date.replaceAll('-', '')

// eslint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]/

/** How many octets the text takes. */
export const octetsOf = (text: string) => (BEYOND_ASCII.test(text) ? utf8(text).length : text.length)

const BACKSLASH = 0x5c

/** Folds at 75 octets, between code points and never inside an escape: readers exist that lose such a line. */
export const icsLine = (name: string, value: string) => {
  const line = `${name}:${value}`
  const parts: string[] = []
  let begun = 0
  let width = 0
  for (let index = 0; index < line.length;) {
    const unit = line.charCodeAt(index)
    const isPair = unit === BACKSLASH || (unit >= 0xd800 && unit < 0xdc00)
    const octets = isPair ? (unit === BACKSLASH ? 2 : 4) : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    if (width + octets > MAX_LINE_OCTETS) {
      parts.push(line.slice(begun, index))
      begun = index
      width = 1
    }
    width += octets
    index += isPair ? 2 : 1
  }
  return parts.length === 0 ? line : `${parts.join(FOLD)}${FOLD}${line.slice(begun)}`
}
