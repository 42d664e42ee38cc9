import { fnv1a } from '../kernel/fnv1a.ts'
import { wallTimeOf } from '../kernel/zoned-time.ts'
import type { Times } from './event.ts'

/**
 * A generated poster for events without a cover image. It depends only on the title, hue and date, so an event always
 * gets the same one. It contains no text, and therefore needs no font and is the same in every language.
 */

export const FAMILIES = ['moon', 'groove', 'quay', 'blocks'] as const
type Family = (typeof FAMILIES)[number]

/** All values that the drawing depends on. `nameOfPoster` encodes them in a URL. */
export interface Poster {
  family: Family
  hue: number
  isDark: boolean
  /** `YYYY-MM-DD`. */
  date: string
  seed: number
  /** The lengths of the words in the title. */
  words: readonly number[]
}

const MAX_WORDS = 12

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wordLength = (word: string) => Array.from(graphemes.segment(word)).length

/** Events that start between 18:00 and 06:00 get a dark background. */
const isNight = (hour: number) => hour >= 18 || hour < 6

const NOON = 12

export const posterOf = (event: Times & { title: string }, hue: number, series = event.title): Poster => {
  const { title, startAt, timezone, allDay } = event
  const wall = allDay ? startAt : wallTimeOf(Date.parse(startAt), timezone)
  const [date, hour] = [wall.slice(0, 10), allDay ? NOON : Number(wall.slice(11, 13))]
  const plain = title.normalize('NFC').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? ['·']
  return {
    // All dates of a series get the same family of shapes.
    family: FAMILIES[fnv1a(series.normalize('NFC').toLowerCase()) % FAMILIES.length] ?? 'quay',
    hue,
    isDark: isNight(hour),
    date,
    seed: fnv1a(`${plain} ${date}`),
    words: words.slice(0, MAX_WORDS).map((word) => Math.min(99, wordLength(word))),
  }
}

export const nameOfPoster = ({ family, hue, isDark, date, seed, words }: Poster) =>
  [family, hue, isDark ? 'n' : 'd', date.replaceAll('-', ''), seed.toString(16), words.join('.')].join('-')

const NAME =
  /^(moon|groove|quay|blocks)-(\d{1,3})-([nd])-(\d{4})(\d{2})(\d{2})-([0-9a-f]{1,8})-(\d{1,2}(?:\.\d{1,2}){0,11})$/

export const posterNamed = (name: string): Poster | null => {
  const [, family, hue, ground, year, month, day, seed, words] = NAME.exec(name) ?? []
  if (family === undefined || Number(hue) >= 360) return null
  return {
    family: family as Family,
    hue: Number(hue),
    isDark: ground === 'n',
    date: `${year}-${month}-${day}`,
    seed: Number.parseInt(seed ?? '0', 16),
    words: (words ?? '1').split('.').map(Number),
  }
}
