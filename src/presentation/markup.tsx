import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { withoutTurns } from './plain.ts'

/** What begins with no more than two letters before a hyphen, as `’s-Hertogenbosch` does: a line would end with next to nothing. */
const SHORT_HEAD = /((?<![\p{L}\p{N}-])[’'‘]?\p{L}{1,2}-\p{L}{2,20}(?![\p{L}-]))/u

/** The text in parts; every second one stands on one line. */
export const partsOf = (text: string) => text.split(SHORT_HEAD)

/** A line that somebody typed: its direction is its own and ends with it. */
export const Said = ({ text }: { text: string }) => (
  <bdi>{partsOf(withoutTurns(text)).map((part, at) => (at % 2 === 0 ? part : <span class="whole">{part}</span>))}</bdi>
)

/** Data for programs. No text in it can end the element, open another or turn what is shown of it. */
export const DataBlock = ({ value, ...named }: { value: unknown; id?: string; type: string }) => (
  <script {...named}>
    {raw(
      JSON.stringify(value).replaceAll(
        /[<>&\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )}
  </script>
)

/** A style and a script of our own, byte for byte: policies name them by their hashes. */
export const InlineStyle = ({ text }: { text: string }) => <style>{raw(text)}</style>
export const InlineScript = ({ text }: { text: string }) => <script>{raw(text)}</script>

/** A node renders itself when it is made text, and to a promise where a part of it was one. */
export const documentOf = async (node: Child) =>
  `<!doctype html>\n${await (node as { toString(): string | Promise<string> }).toString()}`
