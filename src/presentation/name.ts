import type { Locale } from '../kernel/vocabulary.ts'
import { withoutTurns } from './plain.ts'

const MAX_NAME_LETTERS = 60
/** Letters that nobody sees, between which an address could hide. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g
const AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu

const isAddress = (word: string) => /\S@\S/.test(word)
const isLink = (word: string) => /:\/\/|^(?:https?|mailto|tel):|^www\./i.test(word) || /\.\S*\/\S/.test(word)
/** As people write the name of a site. */
const isSite = (word: string) => /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(word)

const shortened = (text: string) => {
  const letters = Array.from(text)
  return letters.length <= MAX_NAME_LETTERS
    ? text
    : `${letters
        .slice(0, MAX_NAME_LETTERS - 1)
        .join('')
        .trimEnd()}…`
}

const without = (isLeftOut: (word: string) => boolean, text: string) =>
  withoutTurns(text)
    .replaceAll(UNSEEN, '')
    .split(/\s+/)
    .filter((word) => !isLeftOut(word.replaceAll(AROUND, '')) && !isLeftOut(word))
    .join(' ')
    .trim()

/**
 * What a stranger calls somebody, for a mail in our name: without addresses and links, and no longer than a name is. A
 * dot between letters gets room, as in `St. John`: programs that read mail make links of what has none.
 */
export const nameInMail = (text: string) =>
  shortened(
    without((word) => isAddress(word) || isLink(word) || isSite(word), text).replaceAll(/\.(?=\p{L}{2})/gu, '. '),
  )

/** By which name a letter greets: a Japanese one by that of the family. */
export const calledInMail = (locale: Locale, firstName: string, lastName: string) =>
  nameInMail((locale === 'ja' && lastName) || firstName)

/** What an event is called, for the subject of a mail; a title may name a site, but not lead to it. */
export const titleInMail = (text: string) => shortened(without((word) => isAddress(word) || isLink(word), text)) || '…'

/** As much of an address as whoever knows it knows it by. */
export const maskedAddress = (email: string) => email.replace(/^\s*(.).*@/u, '$1…@')

/** Names that are written so begin with that of the family. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]/u

/** Somebody's whole name, in the order in which they say it. */
export const wholeNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  (FAMILY_FIRST.test(lastName) ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim()

/** What is asked for first where the language names the family first. */
export const inNameOrder = <Field>(locale: Locale, first: Field, last: Field) =>
  locale === 'ja' ? [last, first] : [first, last]
