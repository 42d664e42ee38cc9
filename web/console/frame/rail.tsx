import { CopyButton } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Face } from '../parts/poster.tsx'
import { withMod } from '../parts/send-key.tsx'
import { useOpened } from '../parts/state.ts'
import { HOME, hashOf, NEW_CALENDAR, OPERATOR } from '../place.ts'
import type { Session } from '../session.ts'
import { orTell, roleCovers } from '../session.ts'
import type { MyCalendar } from '../../shared/answers.ts'
import { signInSettings } from '../../shared/sign-in.ts'
import { keepProfile } from '../screens/profile.ts'
import { frameWords } from '../words/en/frame.ts'
import { termsWords } from '../words/en/terms.ts'
import { EraseDialog } from './erasure.tsx'
import { LanguageField } from './language-field.tsx'
import { SECTIONS } from './sections.ts'

const SIGN_IN_ACCOUNT = '/sign-in/account'
/** Whether the service signs people in itself, so that they manage their sign-in here too. */
const isOwnSignIn = () => signInSettings()?.issuer === `${location.origin}/sign-in`

const initialsOf = (name: string) =>
  name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0xb7).toUpperCase())
    .join('')

const Account = ({ session }: { session: Session }) => {
  const words = frameWords()
  const [isLeaving, leave] = useOpened(false)
  const show = (isShown: boolean) => void orTell(session, () => keepProfile(session, isShown))
  return (
    <>
      <button type="button" class="place account" popovertarget="account">
        <span class="initials" aria-hidden="true">
          {initialsOf(session.name)}
        </span>
        <span class="sr">{words.accountOf} </span>
        <span class="name">{session.name}</span>
      </button>
      <div id="account" popover="auto" class="menu stack">
        <p class="soft small">{words.userId}</p>
        <p class="row">
          <code>{session.me.userId}</code>
          <CopyButton text={session.me.userId} of={words.userIdName} />
        </p>
        <p class="soft small">{words.nameAndEmail}</p>
        <p class="row">
          <button type="button" class="button plain small" onClick={() => show(true)}>
            {words.showToMembers}
          </button>
          <button type="button" class="button plain small" onClick={() => show(false)}>
            {words.hideFromMembers}
          </button>
        </p>
        <LanguageField session={session} />
        {session.me.isOperator && <a href={OPERATOR}>{frameWords().operate}</a>}
        {isOwnSignIn() && <a href={SIGN_IN_ACCOUNT}>{words.manageSignIn}</a>}
        <button type="button" class="button plain" onClick={() => session.signOut()}>
          {words.signOut}
        </button>
        {session.me.eraseAt === null && (
          <button type="button" class="button bare" onClick={() => leave(true)}>
            {words.deleteAccount}
          </button>
        )}
      </div>
      {isLeaving && (
        <EraseDialog
          session={session}
          kind="account"
          name={session.name}
          path="/me"
          close={() => leave(false)}
          requested={session.refresh}
        />
      )}
    </>
  )
}

const Calendars = ({ session, calendar }: { session: Session; calendar: MyCalendar }) => (
  <Menu
    look="place chooser"
    button={
      <>
        <Face calendar={calendar} size={24} />
        <span class="sr">{frameWords().calendarLabel} </span>
        <span class="name" dir="auto">
          {calendar.name}
        </span>
        <Icon name="down" />
      </>
    }
  >
    {session.me.calendars.map((other) => (
      <a
        key={other.slug}
        href={hashOf(other.slug, 'events')}
        aria-current={other.slug === calendar.slug ? 'true' : undefined}
      >
        <Face calendar={other} size={18} /> {other.name}
      </a>
    ))}
    <hr />
    <a href={HOME}>
      <Icon name="calendars" /> {termsWords().yourCalendars}
    </a>
    <a href={NEW_CALENDAR}>
      <Icon name="plus" /> {termsWords().newCalendar}
    </a>
  </Menu>
)

/** Links to the sections of the calendar. While no calendar is open, links to the list of calendars. */
export const Rail = ({
  session,
  calendar,
  section,
  search,
  help,
}: {
  session: Session
  calendar: MyCalendar | null
  section: string | null
  search: () => void
  help: () => void
}) => (
  <nav class="rail" aria-label={frameWords().sectionsLabel}>
    {calendar === null ? (
      <a class="place chooser" href={HOME}>
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        <span class="name">{frameWords().appName}</span>
      </a>
    ) : (
      <Calendars session={session} calendar={calendar} />
    )}
    <button type="button" class="jump" onClick={search}>
      <Icon name="search" />
      <span class="name">{frameWords().search}</span>
      <kbd>{withMod('K')}</kbd>
    </button>
    <div class="places">
      {calendar === null ? (
        <>
          <a class="place" href={HOME} aria-current={session.place.section === null ? 'page' : undefined}>
            <Icon name="calendars" />
            <span class="name">{termsWords().yourCalendars}</span>
          </a>
          <hr />
          {session.me.calendars.map((each) => (
            <a class="place" key={each.slug} href={hashOf(each.slug, 'events')}>
              <Face calendar={each} size={18} />
              <span class="name">{each.name}</span>
            </a>
          ))}
          <a class="place" href={NEW_CALENDAR} aria-current={session.place.section === 'new' ? 'page' : undefined}>
            <Icon name="plus" />
            <span class="name">{termsWords().newCalendar}</span>
          </a>
        </>
      ) : (
        SECTIONS.filter(({ role }) => roleCovers(calendar.role, role)).flatMap(
          ({ id, title, icon, isApart }, index, all) => [
            ...(isApart === true && all[index - 1]?.isApart !== true ? [<hr key={`before ${id}`} />] : []),
            <a
              class={isApart === true ? 'place apart' : 'place'}
              key={id}
              href={hashOf(calendar.slug, id)}
              title={title}
              aria-current={section === id ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span class="name">{title}</span>
            </a>,
          ],
        )
      )}
    </div>
    <div class="last">
      <button type="button" class="place" onClick={help}>
        <Icon name="help" />
        <span class="name">{frameWords().help}</span>
        <kbd>?</kbd>
      </button>
      <Account session={session} />
    </div>
  </nav>
)

const ON_PHONES = ['events', 'people', 'messages', 'money']

/** The tab bar on phones: the four main sections, then "More" for the rest. */
export const Dock = ({
  calendar,
  section,
  session,
}: {
  calendar: MyCalendar
  section: string | null
  session: Session
}) => {
  const mine = SECTIONS.filter(({ role }) => roleCovers(calendar.role, role))
  const shown = mine.filter(({ id }) => ON_PHONES.includes(id))
  const rest = mine.filter(({ id }) => !ON_PHONES.includes(id))
  return (
    <nav class="dock" aria-label={frameWords().mainSections}>
      {shown.map(({ id, title, icon }) => (
        <a key={id} href={hashOf(calendar.slug, id)} aria-current={section === id ? 'page' : undefined}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
      <Menu
        look="more"
        button={
          <>
            <Icon name="more" />
            {termsWords().more}
          </>
        }
      >
        {rest.map(({ id, title, icon }) => (
          <a key={id} href={hashOf(calendar.slug, id)}>
            <Icon name={icon} /> {title}
          </a>
        ))}
        <hr />
        <a href={HOME}>
          <Icon name="calendars" /> {termsWords().yourCalendars}
        </a>
        <LanguageField session={session} />
        {isOwnSignIn() && <a href={SIGN_IN_ACCOUNT}>{frameWords().manageSignIn}</a>}
        <button type="button" onClick={() => session.signOut()}>
          {frameWords().signOutName(session.name)}
        </button>
      </Menu>
    </nav>
  )
}
