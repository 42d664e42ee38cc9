import { fnv1a } from './fnv1a.ts'

/** 32 letters and digits that read unambiguously on paper: without 0, O, 1 and I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 6
const CANDIDATES = 3
const BITS_PER_LETTER = 5

const lettersOf = (bits: number) =>
  Array.from({ length: LENGTH }, (_, at) => ALPHABET[(bits >>> (BITS_PER_LETTER * at)) & (ALPHABET.length - 1)]).join(
    '',
  )

/**
 * Returns the codes to try for a guest, in order. Two guests of one event get the same first code once in 10⁹ pairs, so
 * the statement that inserts the guest uses the first free code.
 */
export const shortCodesFor = (guestId: string) =>
  Array.from({ length: CANDIDATES }, (_, attempt) => lettersOf(fnv1a(`${guestId} ${attempt}`)))

/** Formats a code in two groups: `K7M-2QF`. */
export const groupShortCode = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** The guest's code as shown to people, or `''` once the guest is erased. */
export const shortCodeShown = ({ shortCode }: { shortCode: string | null }) =>
  shortCode === null ? '' : groupShortCode(shortCode)

const TYPED = new RegExp(`^([${ALPHABET}]{3})[ -]?([${ALPHABET}]{3})$`, 'i')

/** Returns the code that a person typed, with or without its separator and in any case, or null for other text. */
export const parseShortCode = (text: string) => {
  const [, first, second] = TYPED.exec(text.trim()) ?? []
  return first === undefined || second === undefined ? null : `${first}${second}`.toUpperCase()
}
