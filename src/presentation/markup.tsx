import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { withoutTurns } from './plain.ts'

/**
 * Words with one or two letters before a hyphen, such as `’s-Hertogenbosch`. Browsers break lines at the hyphen, which
 * would leave only those letters on the first line.
 */
const SHORT_HEAD = /((?<![\p{L}\p{N}-])[’'‘]?\p{L}{1,2}-\p{L}{2,20}(?![\p{L}-]))/u

/** Splits text into parts of which every second one (odd index) must stay on one line. */
export const partsOf = (text: string) => text.split(SHORT_HEAD)

/** A line of user text. `<bdi>` keeps its writing direction from affecting the text around it. */
export const Said = ({ text }: { text: string }) => (
  <bdi>{partsOf(withoutTurns(text)).map((part, at) => (at % 2 === 0 ? part : <span class="whole">{part}</span>))}</bdi>
)

/**
 * Embeds JSON in a page. Escapes `<`, `>`, `&` and bidi controls, so that no text can close the element, open another
 * or reorder what is displayed.
 */
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

/** Our own style or script, unescaped. The Content-Security-Policy allows it by the hash of its bytes. */
export const InlineStyle = ({ text }: { text: string }) => <style>{raw(text)}</style>
export const InlineScript = ({ text }: { text: string }) => <script>{raw(text)}</script>

/** Calling `toString` on a Hono node returns a promise if the node contains an async component. */
export const documentOf = async (node: Child) =>
  `<!doctype html>\n${await (node as { toString(): string | Promise<string> }).toString()}`
