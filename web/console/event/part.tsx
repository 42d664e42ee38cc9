import type { Child } from 'hono/jsx/dom'
import type { Work } from '../parts/asking.ts'
import type { Fields } from '../parts/use-fields.ts'
import type { Draft } from './draft.ts'

export interface Filling extends Pick<Fields<Draft>, 'set' | 'field'> {
  draft: Draft
  work: Work
}

export const Part = ({ id, title, children }: { id: string; title: string; children: Child }) => (
  <section id={id} class="part" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)
