import { Markdown } from '../../presentation/markdown.tsx'
import { withoutTurns } from '../../presentation/plain.ts'

/** Renders user text as Markdown. Unsupported Markdown appears as typed. */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose">
    <Markdown text={withoutTurns(text)} dress="page" />
  </div>
)
