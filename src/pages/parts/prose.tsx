import { Markdown } from '../../presentation/markdown.tsx'
import { withoutTurns } from '../../presentation/plain.ts'

/** Somebody's own words in Markdown; what is no plain Markdown is shown as it was typed. */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose" dir="auto">
    <Markdown text={withoutTurns(text)} dress="page" />
  </div>
)
