const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Marks that turn the direction of whatever follows them, up to the end of the text and beyond. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

export const withoutTurns = (text: string) => text.replaceAll(TURNS, '')

/** Text that is HTML already; everything else that goes into a template is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | false | readonly Piece[]

const rendered = (piece: Piece): string => {
  if (piece === null || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(rendered).join('')
  return withoutTurns(String(piece)).replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
}

/** A template whose pieces are escaped. Not named `html`: formatters would lay such a template out anew. */
export const markup = (strings: TemplateStringsArray, ...pieces: Piece[]) =>
  new Html(strings.map((text, index) => (index === 0 ? text : rendered(pieces[index - 1] ?? null) + text)).join(''))

/** JSON for a script element: nothing in it can end the element or open another. */
export const jsonForScript = (value: unknown) =>
  new Html(
    JSON.stringify(value).replaceAll(
      /[<>&\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
