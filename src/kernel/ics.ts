import { utf8 } from './crypto.ts'
import { withoutTurns } from './html.ts'
import type { Instant } from './time.ts'

/** The lines of RFC 5545, so written that no text can break out of its line. */

export const CRLF = '\r\n'
const MOST_OCTETS = 75

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]/g
// eslint-disable-next-line no-control-regex
const BREAKS = /\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g
const SPECIALS = /[\\;,\n]/g
const NEEDS_CARE = /[^\u0020-\u007e]|[\\;,]/

/** A TEXT value: one line whatever it holds, and well-formed Unicode. */
export const icsText = (text: string) => {
  if (!NEEDS_CARE.test(text)) return text
  return withoutTurns(text.toWellFormed())
    .replaceAll(BREAKS, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(SPECIALS, (special) => (special === '\n' ? '\\n' : `\\${special}`))
}

/** A URI value: such as the store holds them, with whatever could end a line or a URI encoded. */
export const icsUri = (uri: string) =>
  uri.replaceAll(/[^\u0021-\u007e]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))

const stamp = (isoText: string) => isoText.slice(0, 19).replaceAll(/[-:]/g, '')

export const icsInstant = (at: Instant) => `${stamp(new Date(at).toISOString())}Z`
export const icsDate = (date: string) => date.replaceAll('-', '')

const octetsOf = (letter: string) => {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/** Folds at 75 octets, between code points and never inside an escape: readers exist that lose such a line. */
export const icsLine = (name: string, value: string) => {
  const line = `${name}:${value}`
  // Three octets are the most that a UTF-16 unit takes.
  if (line.length * 3 <= MOST_OCTETS || (line.length <= MOST_OCTETS && utf8(line).length <= MOST_OCTETS)) return line
  let folded = ''
  let width = 0
  let escape = ''
  for (const letter of line) {
    if (letter === '\\' && escape === '') {
      escape = letter
      continue
    }
    const unit = escape + letter
    escape = ''
    const octets = unit.length === 1 ? octetsOf(unit) : unit.length - letter.length + octetsOf(letter)
    if (width + octets > MOST_OCTETS) {
      folded += `${CRLF} `
      width = 1
    }
    folded += unit
    width += octets
  }
  return folded + escape
}
