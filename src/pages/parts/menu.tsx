import type { Child } from 'hono/jsx'

/** Opens without a script; a script closes it again when the reader turns elsewhere. */
export const Menu = ({
  label,
  look = 'button plain',
  place = 'start',
  children,
}: {
  label: Child
  look?: string
  /** Which edge of the button the sheet keeps to. */
  place?: 'start' | 'end'
  children?: Child
}) => (
  <details class={`menu at-${place}`}>
    <summary class={look}>{label}</summary>
    <div class="sheet">{children}</div>
  </details>
)
