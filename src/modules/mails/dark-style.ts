import type { coloursOf } from '../../presentation/accent.ts'

export type Colours = ReturnType<typeof coloursOf>

/** Dark mode for email clients that support it. The light theme is in inline styles, which all clients understand. */
export const darkOf = ({ accentOnDark, onDarkAccent }: Colours) => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0e0e10 !important }
  .card { background: #18181a !important; border-color: #2c2c2f !important }
  .ink { color: #f4f4f2 !important }
  .soft { color: #a5a5a2 !important }
  .line { border-color: #2c2c2f !important }
  .quote { background: #222225 !important; border-color: ${accentOnDark} !important }
  .button { background: ${accentOnDark} !important; color: ${onDarkAccent} !important }
  .link { color: ${accentOnDark} !important }
}
@media (max-width: 480px) {
  .inside { padding: 24px 20px !important }
  .face { padding: 20px !important }
  .poster { width: 96px !important; height: 96px !important }
  .beside { width: 112px !important }
  .stacked td { display: block !important; width: auto !important; text-align: start !important }
  .stacked .beside { padding: 16px 0 0 !important }
  .title { font-size: 22px !important; line-height: 1.35 !important }
}
`
