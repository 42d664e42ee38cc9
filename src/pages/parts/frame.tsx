import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { safeUrl } from '../links.ts'
import type { ReaderLanguage } from '../reading.ts'
import { LanguageSwitch } from './languages.tsx'

export interface Whose {
  name: string
  /** Null if the calendar has no public page. */
  href: string | null
  avatarUrl?: string | null
  contactEmail?: string | null
  imprintUrl?: string | null
  privacyUrl?: string | null
}

const initialOf = (name: string) => String.fromCodePoint(name.trim().codePointAt(0) ?? 0xb7).toUpperCase()

export const Avatar = ({ name, url }: { name: string; url: string | null | undefined }) =>
  url ? (
    <img class="avatar" src={url} alt="" width="40" height="40" referrerpolicy="no-referrer" />
  ) : (
    <span class="avatar" aria-hidden="true">
      {initialOf(name)}
    </span>
  )

/** The calendar's name, contact and legal links. */
export const Foot = ({ whose, reading, children }: { whose: Whose; reading: ReaderLanguage; children?: Child }) => {
  const words = reading.language.words.frame
  const links: [string, string | null][] = [
    [words.contact, whose.contactEmail ? `mailto:${whose.contactEmail}` : null],
    [words.imprint, safeUrl(whose.imprintUrl)],
    [words.privacy, safeUrl(whose.privacyUrl)],
  ]
  return (
    <footer class="foot">
      <p class="row">
        {whose.href === null ? (
          <span>
            <Said text={whose.name} />
          </span>
        ) : (
          <a href={whose.href}>
            <Said text={whose.name} />
          </a>
        )}
        {links.map(([label, href]) => href !== null && <a href={href}>{label}</a>)}
        {children}
      </p>
      <p>
        <a href="/">{words.runsOn}</a>
      </p>
    </footer>
  )
}

/** The header and footer shared by all pages of a calendar. */
export const Frame = ({
  whose,
  path,
  reading,
  foot,
  children,
}: {
  whose: Whose
  /** The path without `lang`. The language switch links to it. */
  path: string
  reading: ReaderLanguage
  foot?: Child
  children?: Child
}) => {
  const name = (
    <>
      <Avatar name={whose.name} url={whose.avatarUrl} />
      <Said text={whose.name} />
    </>
  )
  return (
    <>
      <header class="bar">
        {whose.href === null ? (
          <span class="whose">{name}</span>
        ) : (
          <a class="whose" href={whose.href}>
            {name}
          </a>
        )}
        <LanguageSwitch path={path} reading={reading} />
      </header>
      {children}
      <Foot whose={whose} reading={reading}>
        {foot}
      </Foot>
    </>
  )
}
