import { documentOf, InlineStyle } from '../../presentation/markup.tsx'
import { coloursOf } from '../../presentation/accent.ts'
import { hasLongWord, titleSizeOf } from '../../presentation/title.ts'
import { darkOf, type Colours } from './dark-style.ts'
import { largeTypeStyle } from './headline.ts'
import { INK, Inside, isTitleInHeader, Lines, SOFT } from './inside.tsx'
import type { Letter, MailTheme } from './letter.ts'

const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * Length of the longest word that fits next to the poster on a phone. If the title has a longer word, the poster moves
 * below it, as it does for a title of many words.
 */
const MAX_INLINE_LENGTH = 14
const LONG_SIZES = ['title-l', 'title-xl']

/** Pass header with the deep accent colour as its background: title, time and the whole poster. */
const PassHeader = ({
  pass,
  as: Title,
  theme,
  colours,
}: {
  pass: NonNullable<Letter['pass']>
  as: 'h1' | 'div'
  theme: MailTheme
  colours: Colours
}) => {
  const isLong = hasLongWord(pass.title, MAX_INLINE_LENGTH) || LONG_SIZES.includes(titleSizeOf(pass.title))
  return (
    <tr>
      <td
        class="face"
        bgcolor={colours.deep}
        style={`padding:32px;background:${colours.deep};border-radius:16px 16px 0 0`}
      >
        <table class={isLong ? 'stacked' : undefined} role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td valign="middle" style="overflow-wrap:anywhere">
              <div style={`font-size:13px;line-height:18px;color:${colours.mist}`}>{pass.when}</div>
              <Title
                class={isLong ? undefined : 'title'}
                style={`margin:6px 0 0;${isLong ? 'font-size:17px;line-height:22px' : 'font-size:26px;line-height:31px'};font-weight:700;color:#ffffff${largeTypeStyle(theme.language)}`}
              >
                {pass.title}
              </Title>
            </td>
            <td class="beside" valign="middle" align="right" width="144" style="padding-inline-start:16px">
              <img
                class="poster"
                src={pass.coverUrl ?? `cid:${theme.posterId}`}
                width="128"
                height="128"
                alt=""
                style="display:block;width:128px;height:128px;border-radius:10px;object-fit:cover;object-position:50% 25%"
              />
            </td>
          </tr>
        </table>
      </td>
    </tr>
  )
}

const Foot = ({ letter, theme: { calendar, language } }: { letter: Letter; theme: MailTheme }) => {
  const words = language.words
  const links = [
    [words.mail.unsubscribe, letter.unsubscribeUrl],
    [words.frame.contact, calendar.contactEmail === null ? null : `mailto:${calendar.contactEmail}`],
    [words.frame.imprint, calendar.imprintUrl],
    [words.frame.privacy, calendar.privacyUrl],
  ].filter((link): link is [string, string] => typeof link[1] === 'string')
  return (
    <div class="soft" style={`padding:20px 8px;font-size:13px;line-height:20px;color:${SOFT};overflow-wrap:anywhere`}>
      <Lines text={letter.footer} />
      {links.length > 0 && <br />}
      {links.map(([label, url], index) => (
        <>
          {index > 0 && '\u00a0· '}
          <a class="soft" href={url} style={`color:${SOFT};text-decoration:underline`}>
            {label}
          </a>
        </>
      ))}
    </div>
  )
}

const CalendarName = ({ theme: { calendar }, colours }: { theme: MailTheme; colours: Colours }) => {
  const initial = String.fromCodePoint(calendar.name.trim().codePointAt(0) ?? 0xb7)
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
      <tr>
        <td
          class="button"
          width="28"
          height="28"
          align="center"
          bgcolor={colours.accent}
          style={`background:${colours.accent};border-radius:7px;font-size:14px;font-weight:700;color:#ffffff`}
        >
          {initial.toUpperCase()}
        </td>
        <td
          class="ink"
          style={`padding-inline-start:10px;font-size:15px;font-weight:600;color:${INK};overflow-wrap:anywhere`}
        >
          {calendar.name}
        </td>
      </tr>
    </table>
  )
}

const Mail = ({ letter, theme }: { letter: Letter; theme: MailTheme }) => {
  const colours = coloursOf(theme.hue)
  return (
    <html lang={theme.language.locale} dir={theme.language.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{letter.subject}</title>
        <InlineStyle text={darkOf(colours)} />
      </head>
      <body
        class="page"
        style={`margin:0;padding:32px 12px;background:${colours.room};-webkit-text-size-adjust:100%;font-family:${FONT}`}
      >
        <div style="display:none;max-height:0;overflow:hidden;opacity:0">{letter.preview}</div>
        <div dir={theme.language.direction} style="max-width:560px;margin:0 auto">
          <CalendarName theme={theme} colours={colours} />
          <table
            class="card"
            role="presentation"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            bgcolor="#ffffff"
            style="background:#ffffff;border:1px solid #e4e4e1;border-radius:16px;border-collapse:separate"
          >
            {letter.pass && (
              <PassHeader
                pass={letter.pass}
                as={isTitleInHeader(letter) ? 'h1' : 'div'}
                theme={theme}
                colours={colours}
              />
            )}
            <tr>
              <td class="inside" style="padding:32px">
                <Inside letter={letter} theme={theme} colours={colours} />
              </td>
            </tr>
          </table>
          <Foot letter={letter} theme={theme} />
        </div>
      </body>
    </html>
  )
}

/** SMTP limits lines to 998 octets, so block elements also start on a new line in the source. */
export const htmlOf = async (letter: Letter, theme: MailTheme) =>
  (await documentOf(<Mail letter={letter} theme={theme} />)).replaceAll(
    /<(?=(?:div|p|h\d|ul|ol|li|blockquote|style|table|tr|td|img|a)\b)/g,
    '\n<',
  )
