import { foldForSearch } from './person-name.ts'

/** Words of names, for a search that compares hashes. The service and the kiosk fold and cut words in the same way. */

const SHORTEST_PREFIX = 3
/** Han, kana and Hangul names are often two characters long. */
const SHORTEST_CJK_PREFIX = 2
/** Longer words are cut to this length, so a search for `schwarzeneg` also finds Schwarzenberg. */
const LONGEST_PREFIX = 8
const MAX_TOKENS = 48

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Letters that `NFKD` does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
}
/** Spellings without the letter: Müller is also written Mueller. */
const SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const toHiragana = (text: string) =>
  text.replaceAll(/[\u30A1-\u30F6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))

const fold = (text: string) =>
  toHiragana(foldForSearch(text).normalize('NFC').replaceAll('\u0640', '')).replaceAll(
    /[ßæœøłđðþıىة]/g,
    (letter) => LETTERS[letter] ?? letter,
  )

/** Splits a name into words. Returns one or two spellings of each. */
const wordsOf = (name: string): string[][] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => {
      const spelt = word.replaceAll(/[äöüøå]/g, (letter) => SPELLINGS[letter] ?? letter)
      return [...new Set([fold(word), fold(spelt)])].filter((spelling) => spelling !== '')
    })
    .filter((spellings) => spellings.length > 0)

const shortestOf = (letters: readonly string[]) =>
  Math.min(letters.length, letters.some((letter) => CJK.test(letter)) ? SHORTEST_CJK_PREFIX : SHORTEST_PREFIX)

/** Returns the prefixes by which a search finds this name: at most 48, of 3 to 8 letters, and shorter words whole. */
export const prefixesOf = (...names: readonly string[]): string[] => {
  const spellings = names.flatMap(wordsOf).flat()
  const found = spellings.flatMap((spelling) => {
    const letters = Array.from(spelling)
    const [from, to] = [shortestOf(letters), Math.min(letters.length, LONGEST_PREFIX)]
    return Array.from({ length: to - from + 1 }, (_, index) => letters.slice(0, from + index).join(''))
  })
  return [...new Set(found)].slice(0, MAX_TOKENS)
}

/** Returns for each word of a search the prefixes of which a name must have one. */
export const searchedPrefixes = (text: string): string[][] =>
  wordsOf(text).map((spellings) => spellings.map((spelling) => Array.from(spelling).slice(0, LONGEST_PREFIX).join('')))

const TOKEN_BYTES = 5

/** Returns a function that hashes prefixes with the salt of an event: SHA-256, of which 40 bits remain. */
export const tokensWith = (salt: string) => {
  const known = new Map<string, Promise<string>>()
  const hash = async (prefix: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${prefix}`))
    return Array.from(new Uint8Array(digest, 0, TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return (prefixes: readonly string[]) =>
    Promise.all(
      prefixes.map((prefix) => {
        const token = known.get(prefix) ?? hash(prefix)
        known.set(prefix, token)
        return token
      }),
    )
}
