import { ErrorBoundary, useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { Api } from '../shared/api.ts'
import type { Me, One } from '../shared/answers.ts'
import type { CalendarSession, Session, Toast } from './session.ts'
import { roleCovers } from './session.ts'
import { PendingErasures } from './frame/erasure.tsx'
import { KeysHelp } from './frame/keys-help.tsx'
import { Later } from './frame/later.tsx'
import { Palette } from './frame/palette.tsx'
import { Dock, Rail } from './frame/rail.tsx'
import { Screen } from './frame/screen.tsx'
import { SECTIONS } from './frame/sections.ts'
import { Toasts } from './frame/toasts.tsx'
import { useAsked } from './parts/asking.ts'
import { useKeys } from './parts/keys.ts'
import { useState } from './parts/state.ts'
import { Empty, Loading, Trouble } from './parts/states.tsx'
import { HOME, hashOf, invitationIn, NEW_CALENDAR, placeOf } from './place.ts'
import { EventsScreen } from './screens/events.tsx'
import { HomeScreen } from './screens/home.tsx'
import { frameWords } from './words/en/frame.ts'
import { termsWords } from './words/en/terms.ts'
import { followReader } from './words/reader.ts'

/** Old URLs such as `#club/webhooks` lead to the Developers section. */
const PANELS = ['keys', 'webhooks', 'deliveries', 'feed', 'embed', 'exports', 'sandboxes', 'reference']

const SCREENS = {
  new: () => import('./screens/event-form.tsx').then(({ NewEventScreen }) => NewEventScreen),
  series: () => import('./screens/series.tsx').then(({ SeriesScreen }) => SeriesScreen),
  people: () => import('./screens/people.tsx').then(({ PeopleScreen }) => PeopleScreen),
  messages: () => import('./screens/calendar-messages.tsx').then(({ MessagesScreen }) => MessagesScreen),
  money: () => import('./screens/money.tsx').then(({ MoneyScreen }) => MoneyScreen),
  settings: () => import('./screens/settings.tsx').then(({ SettingsScreen }) => SettingsScreen),
  numbers: () => import('./screens/numbers.tsx').then(({ NumbersScreen }) => NumbersScreen),
  team: () => import('./screens/team.tsx').then(({ TeamScreen }) => TeamScreen),
  history: () => import('./screens/history.tsx').then(({ HistoryScreen }) => HistoryScreen),
  developers: () => import('./developers/developers.tsx').then(({ DevelopersScreen }) => DevelopersScreen),
} as const

const openEvent = () => import('./event/event.tsx').then(({ EventScreen }) => EventScreen)
const openCalendarForm = () => import('./screens/calendar-form.tsx').then(({ NewCalendarScreen }) => NewCalendarScreen)
const openOperator = () => import('./screens/operator.tsx').then(({ OperatorScreen }) => OperatorScreen)
const openPlans = () => import('./screens/plans.tsx').then(({ PlansScreen }) => PlansScreen)
const openJoin = () => import('./screens/join.tsx').then(({ JoinScreen }) => JoinScreen)
const openAllow = () => import('./screens/allow-app.tsx').then(({ AllowAppScreen }) => AllowAppScreen)
const openShare = () => import('./screens/share.tsx').then(({ ShareScreen }) => ShareScreen)

const isScreen = (id: string): id is keyof typeof SCREENS => Object.hasOwn(SCREENS, id)

const roleFor = (section: string) =>
  section === 'new' ? 'MANAGER' : (SECTIONS.find(({ id }) => id === section)?.role ?? 'STAFF')

const NoSuchPlace = ({ session }: { session: Session }) => {
  const words = frameWords()
  const { yourCalendars } = termsWords()
  return (
    <Screen crumbs={[{ words: yourCalendars, href: HOME }, { words: words.notFound }]} title={words.notFound}>
      <h1 class="sr" tabindex={-1}>
        {words.notFound}
      </h1>
      <Empty
        title={words.cantFind}
        act={
          <a class="button" href={HOME}>
            {yourCalendars}
          </a>
        }
      >
        {words.mayBeDeleted(session.name)}
      </Empty>
    </Screen>
  )
}

const OfCalendar = ({ session, section }: { session: CalendarSession; section: string }) => {
  const { place, calendar } = session
  if (!roleCovers(calendar.role, roleFor(section))) return <NoSuchPlace session={session} />
  if (section === 'events' && place.eventId === null) return <EventsScreen key={calendar.slug} session={session} />
  if (section === 'events' && place.tab === 'share')
    return <Later key="share" name="share" load={openShare} props={{ session }} />
  if (section === 'events')
    return <Later key={`event ${place.eventId ?? ''}`} name="event" load={openEvent} props={{ session }} />
  if (!isScreen(section)) return <NoSuchPlace session={session} />
  return <Later key={`${calendar.slug} ${section}`} name={section} load={SCREENS[section]} props={{ session }} />
}

const sectionIn = (section: string | null) =>
  section === null ? 'events' : PANELS.includes(section) ? 'developers' : section === 'members' ? 'team' : section

const Signed = ({ session, hear }: { session: Session; hear: (listener: (toast: Toast) => void) => void }) => {
  const [open, show] = useState<'palette' | 'help' | null>(null)
  const { place, me } = session
  const calendar = me.calendars.find(({ slug }) => slug === place.slug) ?? null
  const section = place.slug === null ? null : sectionIn(place.section)
  const mine = calendar === null ? [] : SECTIONS.filter(({ role }) => roleCovers(calendar.role, role))
  useKeys({
    'Mod k': () => show('palette'),
    '?': () => show('help'),
    n: () => {
      if (calendar === null) session.go(NEW_CALENDAR)
      else if (roleCovers(calendar.role, 'MANAGER')) session.go(hashOf(calendar.slug, 'new'))
    },
    ...Object.fromEntries(
      mine.flatMap(({ id, key }) =>
        key === undefined || calendar === null ? [] : [[`g ${key}`, () => session.go(hashOf(calendar.slug, id))]],
      ),
    ),
    'g c': () => session.go(HOME),
  })
  const token = invitationIn(place)
  /** The operator of a service may have no calendar. */
  const isOperating =
    place.slug === null &&
    me.isOperator &&
    (place.section === 'operator' || (place.section === null && me.calendars.length === 0))
  /** An app sent the browser here, through `/oauth/authorize`. */
  const isAllowing = place.slug === null && place.section === 'allow'
  const isAboutPlans = place.slug === null && place.section === 'plans'
  const isFirstMinute =
    token === null && place.slug === null && me.calendars.length === 0 && !isOperating && !isAboutPlans && !isAllowing
  const isAlone =
    isFirstMinute || isAllowing || place.tab === 'share' || (place.slug === null && place.section === 'new')
  return (
    <>
      <div class={isAlone ? 'workspace alone' : 'workspace'}>
        {!isAlone && (
          <Rail
            key="rail"
            session={session}
            calendar={calendar}
            section={section === 'new' ? 'events' : section}
            search={() => show('palette')}
            help={() => show('help')}
          />
        )}
        <div class="middle" key="middle">
          <PendingErasures key="pending" session={session} calendar={calendar} />
          <ErrorBoundary
            key={`${place.slug ?? ''} ${section ?? ''} ${place.eventId ?? ''}`}
            fallbackRender={(error: unknown) => (
              <main id="main" class="room" tabindex={-1}>
                <Trouble error={error} again={() => location.reload()} />
              </main>
            )}
          >
            {token !== null ? (
              <Later key="join" name="join" load={openJoin} props={{ session, token }} />
            ) : isAllowing ? (
              <Later key="allow" name="allow app" load={openAllow} props={{ session }} />
            ) : calendar !== null && section !== null ? (
              <OfCalendar key="calendar" session={{ ...session, calendar }} section={section} />
            ) : place.slug !== null ? (
              <NoSuchPlace key="nowhere" session={session} />
            ) : isOperating ? (
              <Later key="operator" name="operator" load={openOperator} props={{ session }} />
            ) : isAboutPlans ? (
              <Later key="plans" name="plans" load={openPlans} props={{ session }} />
            ) : isAlone ? (
              <Later key="new" name="new calendar" load={openCalendarForm} props={{ session }} />
            ) : (
              <HomeScreen key="home" session={session} />
            )}
          </ErrorBoundary>
        </div>
        {!isAlone && calendar !== null && (
          <Dock key="dock" session={session} calendar={calendar} section={section === 'new' ? 'events' : section} />
        )}
      </div>
      <Toasts hear={hear} />
      {open === 'palette' && <Palette key="palette" session={session} calendar={calendar} close={() => show(null)} />}
      {open === 'help' && <KeysHelp key="help" close={() => show(null)} />}
    </>
  )
}

const usePlace = () => {
  const [hash, set] = useState(location.hash)
  useLayoutEffect(() => {
    const moved = () => {
      // `#main` is the target of the skip link, not a screen of the app.
      if (location.hash === '#main') {
        history.replaceState(null, '', hash)
        document.querySelector<HTMLElement>('#main')?.focus()
        return
      }
      set(location.hash)
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [hash])
  const go: Session['go'] = (to, how) => {
    // The user has gone elsewhere since the caller was rendered, for example while a form waited for its response.
    if (location.hash !== hash) return
    if (how?.replace === true) {
      history.replaceState(null, '', to)
      set(location.hash)
    } else location.hash = to
  }
  return { place: placeOf(hash), go }
}

/** After a change of screen, scrolls to the top and focuses the `h1`, so that screen readers announce it. */
const useArrival = (where: string) => {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    scrollTo(0, 0)
    requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('#main')
      if (
        document.activeElement === document.body ||
        document.activeElement?.closest('.rail, .dock, .menu, .rows, main') !== null
      )
        heading?.focus({ preventScroll: true })
    })
  }, [where])
}

const askMe = async (api: Api) => {
  const { data: me } = await api.get<One<Me & { locale?: string | null }>>('/me')
  await followReader(me.locale ?? null)
  return me
}

export const App = ({
  api,
  name,
  signInAgain,
  signOut,
}: { api: Api; name: string } & Pick<Session, 'signInAgain' | 'signOut'>) => {
  const { place, go } = usePlace()
  const listener = useRef<((toast: Toast) => void) | null>(null)
  const asked = useAsked(() => askMe(api), ['me'])
  useArrival(`${place.slug ?? ''}/${place.section ?? ''}/${place.eventId ?? ''}/${place.tab ?? ''}`)
  if (asked.data === null)
    return (
      <div class="workspace alone" key="waiting">
        <main id="main" class="room" tabindex={-1}>
          {asked.error === null ? <Loading /> : <Trouble error={asked.error} again={() => void asked.again()} />}
        </main>
      </div>
    )
  const session: Session = {
    api,
    me: asked.data,
    name: name || asked.data.userId,
    place,
    go,
    toast: (words, undo) => listener.current?.({ words, ...(undo === undefined ? {} : { undo }) }),
    refresh: asked.again,
    signInAgain,
    signOut,
  }
  return (
    <Signed
      key="signed"
      session={session}
      hear={(hear) => {
        listener.current = hear
      }}
    />
  )
}
