import type { Child } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { termsWords } from '../words/en/terms.ts'
import { Icon } from './icon.tsx'
import { useState } from './state.ts'

const SAID_MS = 2_000

/** `of` names the copied value. It becomes the `aria-description`, because several buttons on one screen say "Copy". */
export const CopyButton = ({ text, of, children }: { text: string; of: string; children?: Child }) => {
  const [said, say] = useState<string | null>(null)
  const copy = async () => {
    say(
      await navigator.clipboard.writeText(text).then(
        () => termsWords().copied,
        () => partsWords().selectAndCopy,
      ),
    )
    setTimeout(() => say(null), SAID_MS)
  }
  return (
    <button type="button" class="button bare" aria-live="polite" aria-description={of} onClick={() => void copy()}>
      <Icon name="copy" /> {said ?? children ?? termsWords().copy}
    </button>
  )
}

export const Copyable = ({ text, of }: { text: string; of: string }) => (
  <div class="line">
    <code>{text}</code>
    <CopyButton text={text} of={of} />
  </div>
)
