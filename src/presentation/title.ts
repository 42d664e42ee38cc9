/** Letters that are as wide as two: of Chinese, Japanese and Korean, and most pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u

const widthOf = (title: string) => {
  let width = 0
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title))
    width += WIDE.test(segment) ? 2 : 1
  return width
}

/** How much a line must hold: Chinese and Japanese end one anywhere. */
const longestOf = (title: string) => Math.max(...title.split(/[\s\u2e80-\uffef-]+/).map(widthOf))

const MAX_LARGE_WIDTH = 16

/** More than a line holds in large letters: of a telephone, if nothing else is said. */
export const hasLongWord = (title: string, most = MAX_LARGE_WIDTH) => longestOf(title) > most

/** The longer a title is, or a word of it that a line must hold, the smaller it is set. */
export const titleSizeOf = (title: string) => {
  const width = widthOf(title)
  const word = longestOf(title)
  return width <= 28 && word <= MAX_LARGE_WIDTH ? 'title-s' : width <= 80 && word <= 24 ? 'title-m' : 'title-l'
}
