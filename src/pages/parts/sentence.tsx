import type { Child } from 'hono/jsx'

/** A placeholder in a translated sentence, for markup. */
export const GAP = '\ue000'

/** Puts `children` in place of `GAP`, wherever the translation has it. */
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
