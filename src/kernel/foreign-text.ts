/** Texts by strangers, where a person or an assistant decides by what they read. */

const MAX_QUOTED_LENGTH = 60

/** Control and format characters, direction marks and tags included, and the variation selectors that can hide bytes. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]+/gu
const QUOTES = /["“”„«»‘‹›「」『』]/g

export const shorten = (text: string, length: number) => {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

export const withoutInvisible = (text: string) => text.replaceAll(INVISIBLE, ' ').trim()

/** Returns the text for a place in quotes: on one line, short, and without quotes that would close them. */
export const quotable = (text: string, length = MAX_QUOTED_LENGTH) =>
  shorten(withoutInvisible(text).replaceAll(QUOTES, "'").replaceAll(/\s+/g, ' '), length)
