import { raw } from 'hono/html'
import { withoutTurns } from '../../kernel/html.ts'
import { pageOfMarkdown } from '../../kernel/markdown.ts'

/** Somebody's own words in Markdown; what is no plain Markdown is shown as it was typed. */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose" dir="auto">
    {raw(pageOfMarkdown(withoutTurns(text)))}
  </div>
)
