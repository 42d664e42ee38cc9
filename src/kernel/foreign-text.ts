/** Text written by outsiders, shown where a person or an assistant bases a decision on it. */

const MAX_QUOTED_LENGTH = 60

/** Control and format characters, including direction marks and tags, and variation selectors, which can hide bytes. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]+/gu
const QUOTES = /["“”„«»‘‹›「」『』]/g

export const shorten = (text: string, length: number) => {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

export const withoutInvisible = (text: string) => text.replaceAll(INVISIBLE, ' ').trim()

/** Returns the text for use between quotes: on one line, shortened, and without quotes that would end it. */
export const quotable = (text: string, length = MAX_QUOTED_LENGTH) =>
  shorten(withoutInvisible(text).replaceAll(QUOTES, "'").replaceAll(/\s+/g, ' '), length)
