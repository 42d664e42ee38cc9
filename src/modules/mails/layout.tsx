import { Markdown } from '../../presentation/markdown.tsx'
import { documentOf, InlineStyle } from '../../presentation/markup.tsx'

/** What a mail says, before it is dressed as HTML and as text. */
export interface Letter {
  subject: string
  /** The line that inboxes show beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** The organiser's own words, in Markdown. */
  markdown?: string
  /** One click there ends mail of this kind. */
  unsubscribeUrl?: string
  /** Somebody else's words, shown as theirs. */
  quote?: string | null
  action?: { label: string; url: string }
  link?: { label: string; url: string }
  /** The image of this attachment, drawn large, with the code beneath it. */
  picture?: { contentId: string; alt: string; caption: string }
  footer: string
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TEXT = 'font-size:16px;line-height:24px;color:#14181d'
const LINK = 'color:#1f5fd6;text-decoration:underline'

/** Dark mode where the reader's program has one; the inline styles are the light one that all understand. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #101214 !important }
  .card { background: #1b1e22 !important; border-color: #2c3138 !important }
  .ink { color: #f1f3f5 !important }
  .soft { color: #a6adb6 !important }
  .line { border-color: #2c3138 !important }
  .quote { background: #23272c !important; border-color: #4b8df8 !important }
  .button { background: #4b8df8 !important; color: #0b1220 !important }
  .link { color: #8ab8ff !important }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important }
  .page { padding: 0 !important }
}
`

const Lines = ({ text }: { text: string }) => (
  <>{text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [<br />, line]))}</>
)

const Picture = ({ contentId, alt, caption }: NonNullable<Letter['picture']>) => (
  <div style="margin:8px 0 24px;text-align:center">
    <div style="display:inline-block;padding:12px;background:#ffffff;border:1px solid #e6e8eb;border-radius:12px">
      <img
        src={`cid:${contentId}`}
        width="222"
        height="222"
        alt={alt}
        style="display:block;width:222px;height:222px;image-rendering:pixelated"
      />
    </div>
    <div class="soft" style="margin-top:8px;font:13px/18px ui-monospace,Menlo,Consolas,monospace;color:#5c6670">
      {caption}
    </div>
  </div>
)

const Facts = ({ facts }: { facts: NonNullable<Letter['facts']> }) => (
  <div class="line" style="margin:0 0 24px;border-bottom:1px solid #e6e8eb">
    {facts.map(([label, value]) => (
      <div class="line" style="padding:10px 0;border-top:1px solid #e6e8eb">
        <div class="soft" style="font-size:13px;line-height:18px;color:#5c6670">
          {label}
        </div>
        <div class="ink" style={TEXT}>
          <Lines text={value} />
        </div>
      </div>
    ))}
  </div>
)

const Card = ({ letter }: { letter: Letter }) => (
  <div class="card" style="padding:32px;background:#ffffff;border:1px solid #e6e8eb;border-radius:16px">
    <h1
      class="ink"
      style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:650;color:#14181d;overflow-wrap:anywhere"
    >
      {letter.heading}
    </h1>
    {letter.paragraphs.map((text) => (
      <p class="ink" style={`margin:0 0 16px;${TEXT};overflow-wrap:anywhere`}>
        <Lines text={text} />
      </p>
    ))}
    {letter.markdown && <Markdown text={letter.markdown} dress="mail" />}
    {letter.quote && (
      <div
        class="quote ink"
        style={`margin:0 0 20px;padding:14px 16px;background:#f3f4f6;border-left:3px solid #1f5fd6;border-radius:8px;${TEXT};overflow-wrap:anywhere`}
      >
        <Lines text={letter.quote} />
      </div>
    )}
    {letter.picture && <Picture {...letter.picture} />}
    {letter.facts && <Facts facts={letter.facts} />}
    {letter.action && (
      <div style="margin:0 0 16px">
        <a
          class="button"
          href={letter.action.url}
          style="display:inline-block;padding:12px 20px;background:#1f5fd6;border-radius:10px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none"
        >
          {letter.action.label}
        </a>
      </div>
    )}
    {letter.link && (
      <div style="font-size:15px;line-height:22px">
        <a class="link" href={letter.link.url} style={LINK}>
          {letter.link.label}
        </a>
      </div>
    )}
  </div>
)

const Mail = ({ letter }: { letter: Letter }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{letter.subject}</title>
      <InlineStyle text={DARK} />
    </head>
    <body
      class="page"
      style={`margin:0;padding:32px 12px;background:#f3f4f6;-webkit-text-size-adjust:100%;font-family:${FONT}`}
    >
      <div style="display:none;max-height:0;overflow:hidden;opacity:0">{letter.preview}</div>
      <div style="max-width:560px;margin:0 auto">
        <Card letter={letter} />
        <div
          class="soft"
          style="padding:16px 20px;font-size:13px;line-height:20px;text-align:center;color:#5c6670;overflow-wrap:anywhere"
        >
          <Lines text={letter.footer} />
          {letter.unsubscribeUrl && (
            <>
              <br />
              <a class="link" href={letter.unsubscribeUrl} style={LINK}>
                Unsubscribe
              </a>
            </>
          )}
        </div>
      </div>
    </body>
  </html>
)

/** A line of a mail holds 998 octets: what begins on a line of its own anyway does so in the source too. */
export const htmlOf = async (letter: Letter) =>
  (await documentOf(<Mail letter={letter} />)).replaceAll(/<(?=(?:div|p|h\d|ul|ol|li|blockquote|style)\b)/g, '\n<')

const underlined = (text: string) => `${text}\n${'='.repeat(Math.min(text.length, 72))}`
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** The same for programs, and people, who prefer plain text. */
export const textOf = (letter: Letter) =>
  `${[
    underlined(letter.heading),
    ...letter.paragraphs,
    ...(letter.markdown ? [letter.markdown] : []),
    ...(letter.quote ? [quoted(letter.quote)] : []),
    ...(letter.picture === undefined ? [] : [`${letter.picture.alt}: ${letter.picture.caption}`]),
    ...(letter.facts === undefined
      ? []
      : [letter.facts.map(([label, value]) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n')]),
    ...(letter.action === undefined ? [] : [`${letter.action.label}:\n${letter.action.url}`]),
    ...(letter.link === undefined ? [] : [`${letter.link.label}:\n${letter.link.url}`]),
    `--\n${letter.footer}${letter.unsubscribeUrl === undefined ? '' : `\nUnsubscribe: ${letter.unsubscribeUrl}`}`,
  ].join('\n\n')}\n`
