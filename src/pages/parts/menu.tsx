import type { Child } from 'hono/jsx'

/** Opens without a script; a script closes it again when the reader turns elsewhere. */
export const Menu = ({ label, children }: { label: string; children?: Child }) => (
  <details class="menu">
    <summary class="button plain">{label}</summary>
    <div class="sheet">{children}</div>
  </details>
)
