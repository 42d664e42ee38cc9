import { Markdown } from '../../presentation/markdown.tsx'
import { partsOf } from '../../presentation/markup.tsx'
import type { Colours } from './dark-style.ts'
import { largeTypeStyle } from './headline.ts'
import type { Letter, MailTheme } from './letter.ts'

const MONO = 'ui-monospace,Menlo,Consolas,monospace'
export const [INK, SOFT] = ['#141414', '#5d5d5a']
const TEXT = `font-size:16px;line-height:24px;color:${INK}`

/**
 * A QR code printed as text is set small enough to fit the width of a phone. On other lines, a short prefix before a
 * hyphen, as in ’s-Hertogenbosch, is kept on the same line as what follows.
 */
const UserLine = ({ line }: { line: string }) =>
  /^qr_\w+$/.test(line) ? (
    <bdi style={`font:12px/22px ${MONO}`}>{line}</bdi>
  ) : (
    <bdi>{partsOf(line).map((part, at) => (at % 2 === 0 ? part : <span style="white-space:nowrap">{part}</span>))}</bdi>
  )

/** With `isOwn`, the text was written by someone else, so the letters of each line decide its text direction. */
export const Lines = ({ text, isOwn = false }: { text: string; isOwn?: boolean }) => (
  <>{text.split('\n').flatMap((line, index) => [index > 0 && <br />, isOwn ? <UserLine line={line} /> : line])}</>
)

const Picture = ({ contentId, alt, caption }: NonNullable<Letter['picture']>) => (
  <div style="margin:8px 0 24px;text-align:center">
    <div
      class="line"
      style="display:inline-block;padding:12px;background:#ffffff;border:1px solid #e4e4e1;border-radius:16px"
    >
      <img
        src={`cid:${contentId}`}
        width="222"
        height="222"
        alt={alt}
        style="display:block;width:222px;height:222px;image-rendering:pixelated"
      />
    </div>
    <div class="soft" style={`margin-top:8px;font:13px/18px ${MONO};color:${SOFT}`}>
      {caption}
    </div>
  </div>
)

const Facts = ({ facts }: { facts: NonNullable<Letter['facts']> }) => (
  <table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:8px 0 16px;border-collapse:collapse"
  >
    {facts.map(([label, value]) => (
      <tr>
        <td
          class="soft line"
          width="88"
          valign="top"
          style={`padding:12px 0;padding-inline-end:12px;border-top:1px solid #e4e4e1;font-size:15px;line-height:22px;color:${SOFT}`}
        >
          {label}
        </td>
        <td
          class="ink line"
          valign="top"
          style={`padding:12px 0;border-top:1px solid #e4e4e1;font-size:15px;line-height:22px;color:${INK};overflow-wrap:anywhere`}
        >
          <Lines text={value} isOwn />
        </td>
      </tr>
    ))}
  </table>
)

const Dates = ({ dates, colours }: { dates: NonNullable<Letter['dates']>; colours: Colours }) => (
  <table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:8px 0 16px;border-collapse:collapse"
  >
    {dates.map(({ when, note, url }) => (
      <tr>
        <td class="line" style="padding:12px 0;border-top:1px solid #e4e4e1;font-size:15px;line-height:22px">
          <a class="link" href={url} style={`color:${colours.accent};font-weight:600;text-decoration:underline`}>
            {when}
          </a>
          <div class="soft" style={`font-size:13px;line-height:18px;color:${SOFT}`}>
            {note}
          </div>
        </td>
      </tr>
    ))}
  </table>
)

/** Whether the pass header already shows the heading, so that the body does not repeat it. */
export const isTitleInHeader = ({ heading, pass }: Letter) => heading === pass?.title

/** The body of an email, below the pass header. */
export const Inside = ({ letter, theme, colours }: { letter: Letter; theme: MailTheme; colours: Colours }) => (
  <>
    {!isTitleInHeader(letter) && (
      <h1
        class="ink"
        style={`margin:0 0 12px;font-size:24px;line-height:30px;font-weight:700;color:${INK};overflow-wrap:anywhere${largeTypeStyle(theme.language)}`}
      >
        {letter.heading}
      </h1>
    )}
    {letter.paragraphs.map((text) => (
      <p class="ink" style={`margin:0 0 16px;${TEXT};overflow-wrap:anywhere`}>
        <Lines text={text} />
      </p>
    ))}
    {letter.payment && <Facts facts={letter.payment} />}
    {letter.markdown && <Markdown text={letter.markdown} dress="mail" />}
    {letter.quote && (
      <div
        class="quote ink"
        style={`margin:0 0 20px;padding:14px 16px;background:#f3f3f1;border-inline-start:3px solid ${colours.accent};border-radius:6px;${TEXT};overflow-wrap:anywhere`}
      >
        <Lines text={letter.quote} isOwn />
      </div>
    )}
    {letter.action && (
      <div style="margin:8px 0 24px">
        <a
          class="button"
          href={letter.action.url}
          style={`display:inline-block;padding:13px 24px;background:${colours.accent};border-radius:12px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none`}
        >
          {letter.action.label}
        </a>
      </div>
    )}
    {letter.picture && <Picture {...letter.picture} />}
    {letter.wallets && letter.wallets.length > 0 && (
      <div style="margin:0 0 16px;text-align:center;font-size:15px;line-height:22px">
        {letter.wallets.map(({ label, url }, index) => (
          <>
            {index > 0 && '\u00a0· '}
            <a class="link" href={url} style={`color:${colours.accent};text-decoration:underline`}>
              {label}
            </a>
          </>
        ))}
      </div>
    )}
    {letter.facts && <Facts facts={letter.facts} />}
    {letter.dates && <Dates dates={letter.dates} colours={colours} />}
    {letter.pictures?.map(Picture)}
    {letter.link && (
      <div style="font-size:15px;line-height:22px">
        <a class="link" href={letter.link.url} style={`color:${colours.accent};text-decoration:underline`}>
          {letter.link.label}
        </a>
      </div>
    )}
    {letter.closing && (
      <p class="soft" style={`margin:8px 0 0;font-size:15px;line-height:22px;color:${SOFT}`}>
        {letter.closing}
      </p>
    )}
  </>
)
