import type { Child } from 'hono/jsx'

/** A placeholder in a translated sentence, to be replaced by markup. */
export const GAP = '\ue000'

/** Replaces `GAP` with `children`, wherever it appears in the translation. */
export const Sentence = ({ text, children }: { text: string; children?: Child }) => {
  const [before = '', after = ''] = text.split(GAP)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
