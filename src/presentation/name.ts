import type { Locale } from '../kernel/vocabulary.ts'
import { withoutTurns } from './plain.ts'

const MAX_NAME_LETTERS = 60
/** Zero-width characters and soft hyphens, which could be used to disguise an email address. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g
const SURROUNDING_PUNCTUATION = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu

const isAddress = (word: string) => /\S@\S/.test(word)
const isLink = (word: string) => /:\/\/|^(?:https?|mailto|tel):|^www\./i.test(word) || /\.\S*\/\S/.test(word)
/** A bare domain, such as `example.com`. */
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

const withoutWords = (isRemoved: (word: string) => boolean, text: string) =>
  withoutTurns(text)
    .replaceAll(INVISIBLE, '')
    .split(/\s+/)
    .filter((word) => !isRemoved(word.replaceAll(SURROUNDING_PUNCTUATION, '')) && !isRemoved(word))
    .join(' ')
    .trim()

/**
 * Cleans a name that an anonymous caller typed, for use in an email that we send. Removes addresses and links, and
 * shortens the name to 60 characters. Adds a space after a dot between letters (`St. John`), because email clients turn
 * `St.John` into a link.
 */
export const nameInMail = (text: string) =>
  shortened(
    withoutWords((word) => isAddress(word) || isLink(word) || isSite(word), text).replaceAll(/\.(?=\p{L}{2})/gu, '. '),
  )

/** Returns the name to use in the greeting. Japanese emails use the family name. */
export const calledInMail = (locale: Locale, firstName: string, lastName: string) =>
  nameInMail((locale === 'ja' && lastName) || firstName || lastName)

/** Cleans an event title for the subject of an email. It may contain a bare domain, but no address or link. */
export const titleInMail = (text: string) =>
  shortened(withoutWords((word) => isAddress(word) || isLink(word), text)) || '…'

/**
 * Masks the local part of an email address except its first character, which its owner recognises: `a…@example.com`.
 */
export const maskedAddress = (email: string) => email.replace(/^\s*(.).*@/u, '$1…@')

/** Chinese, Japanese and Korean names, which start with the family name. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]/u

/** Returns the full name, starting with the family name where that is the custom. */
export const wholeNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  (FAMILY_FIRST.test(lastName) ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim()

/** Returns both name fields in the order of the form. Japanese forms ask for the family name first. */
export const inNameOrder = <Field>(locale: Locale, first: Field, last: Field) =>
  locale === 'ja' ? [last, first] : [first, last]
