/** Characters of double width: Chinese, Japanese, Korean and most emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u

const widthOf = (title: string) => {
  let width = 0
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title))
    width += WIDE.test(segment) ? 2 : 1
  return width
}

/**
 * Returns the width of the longest part without a line break opportunity. Chinese and Japanese text can break anywhere.
 */
const longestOf = (title: string) => Math.max(...title.split(/[\s\u2e80-\uffef-]+/).map(widthOf))

const MAX_LARGE_WIDTH = 16

/** Returns whether a word is wider than `most` columns. On a phone, 16 columns of large type fit on one line. */
export const hasLongWord = (title: string, most = MAX_LARGE_WIDTH) => longestOf(title) > most

/** Returns the size class: a smaller one for a longer title, or for one with a long word. */
export const titleSizeOf = (title: string) => {
  const width = widthOf(title)
  const word = longestOf(title)
  if (width <= 28 && word <= MAX_LARGE_WIDTH) return 'title-s'
  if (width <= 80 && word <= 24) return 'title-m'
  return width <= 160 ? 'title-l' : 'title-xl'
}
