import type { Child } from 'hono/jsx'

/** A menu that opens without JavaScript. A script closes it when the reader clicks or moves the focus elsewhere. */
export const Menu = ({
  label,
  look = 'button plain',
  place = 'start',
  id,
  children,
}: {
  label: Child
  look?: string
  /** The edge of the button to which the menu is aligned. */
  place?: 'start' | 'end'
  id?: string
  children?: Child
}) => (
  <details class={`menu at-${place}`} id={id}>
    <summary class={look}>{label}</summary>
    <div class="sheet">{children}</div>
  </details>
)
