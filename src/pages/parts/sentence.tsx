import type { Child } from 'hono/jsx'

/** Stands in a sentence of the list where something else than text belongs. */
export const GAP = '\ue000'

/** A sentence with markup in its gap, wherever its language has put it. */
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
