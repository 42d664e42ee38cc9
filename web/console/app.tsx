import { ErrorBoundary, useLayoutEffect, useRef, useState } from 'hono/jsx/dom'
import type { Api } from '../shared/api.ts'
import { closeDialogs } from '../shared/dialog.ts'
import type { Me, One } from '../shared/answers.ts'
import type { CalendarDesk, Desk, Toast } from './desk.ts'
import { roleCovers } from './desk.ts'
import { KeysHelp } from './frame/keys-help.tsx'
import { Later } from './frame/later.tsx'
import { Palette } from './frame/palette.tsx'
import { Dock, Rail } from './frame/rail.tsx'
import { Screen } from './frame/screen.tsx'
import { SECTIONS } from './frame/sections.ts'
import { Toasts } from './frame/toasts.tsx'
import { useAsked } from './parts/asking.ts'
import { useKeys } from './parts/keys.ts'
import { Empty, Loading, Trouble } from './parts/states.tsx'
import { HOME, hashOf, invitationIn, NEW_CALENDAR, placeOf } from './place.ts'
import { EventsScreen } from './screens/events.tsx'
import { HomeScreen } from './screens/home.tsx'

/** What a developer's panel was called before it stood among other things. */
const PANELS = ['keys', 'webhooks', 'deliveries', 'feed', 'embed', 'exports', 'reference']

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
const openJoin = () => import('./screens/join.tsx').then(({ JoinScreen }) => JoinScreen)
const openShare = () => import('./screens/share.tsx').then(({ ShareScreen }) => ShareScreen)

const isScreen = (id: string): id is keyof typeof SCREENS => Object.hasOwn(SCREENS, id)

const roleFor = (section: string) =>
  section === 'new' ? 'MANAGER' : (SECTIONS.find(({ id }) => id === section)?.role ?? 'STAFF')

const NoSuchPlace = ({ desk }: { desk: Desk }) => (
  <Screen crumbs={[{ words: 'Your calendars', href: HOME }, { words: 'Not here' }]} title="Not here">
    <Empty
      title="There is nothing at this address for you"
      act={
        <a class="button" href={HOME}>
          Your calendars
        </a>
      }
    >
      It may have gone, or you are signed in as {desk.name}, who does not see it.
    </Empty>
  </Screen>
)

const OfCalendar = ({ desk, section }: { desk: CalendarDesk; section: string }) => {
  const { place, calendar } = desk
  if (!roleCovers(calendar.role, roleFor(section))) return <NoSuchPlace desk={desk} />
  if (section === 'events' && place.eventId === null) return <EventsScreen key={calendar.slug} desk={desk} />
  if (section === 'events' && place.tab === 'share')
    return <Later key="share" name="share" load={openShare} props={{ desk }} />
  if (section === 'events')
    return <Later key={`event ${place.eventId ?? ''}`} name="event" load={openEvent} props={{ desk }} />
  if (!isScreen(section)) return <NoSuchPlace desk={desk} />
  return <Later key={`${calendar.slug} ${section}`} name={section} load={SCREENS[section]} props={{ desk }} />
}

const sectionIn = (section: string | null) =>
  section === null ? 'events' : PANELS.includes(section) ? 'developers' : section === 'members' ? 'team' : section

const Signed = ({ desk, hear }: { desk: Desk; hear: (listener: (toast: Toast) => void) => void }) => {
  const [open, show] = useState<'palette' | 'help' | null>(null)
  const { place, me } = desk
  const calendar = me.calendars.find(({ slug }) => slug === place.slug) ?? null
  const section = place.slug === null ? null : sectionIn(place.section)
  const mine = calendar === null ? [] : SECTIONS.filter(({ role }) => roleCovers(calendar.role, role))
  useKeys({
    'Mod k': () => show('palette'),
    '?': () => show('help'),
    n: () => {
      if (calendar === null) desk.go(NEW_CALENDAR)
      else if (roleCovers(calendar.role, 'MANAGER')) desk.go(hashOf(calendar.slug, 'new'))
    },
    ...Object.fromEntries(
      mine.flatMap(({ id, key }) =>
        key === undefined || calendar === null ? [] : [[`g ${key}`, () => desk.go(hashOf(calendar.slug, id))]],
      ),
    ),
    'g c': () => desk.go(HOME),
  })
  const token = invitationIn(place)
  const isFirstMinute = token === null && place.slug === null && me.calendars.length === 0
  const isAlone = isFirstMinute || place.tab === 'share' || (place.slug === null && place.section === 'new')
  return (
    <>
      <div class={isAlone ? 'desk alone' : 'desk'}>
        {!isAlone && (
          <Rail
            key="rail"
            desk={desk}
            calendar={calendar}
            section={section === 'new' ? 'events' : section}
            search={() => show('palette')}
            help={() => show('help')}
          />
        )}
        <div class="middle" key="middle">
          <ErrorBoundary
            key={`${place.slug ?? ''} ${section ?? ''} ${place.eventId ?? ''}`}
            fallbackRender={(error: unknown) => (
              <main id="main" class="room" tabindex={-1}>
                <Trouble error={error} again={() => location.reload()} />
              </main>
            )}
          >
            {token !== null ? (
              <Later key="join" name="join" load={openJoin} props={{ desk, token }} />
            ) : calendar !== null && section !== null ? (
              <OfCalendar key="calendar" desk={{ ...desk, calendar }} section={section} />
            ) : place.slug !== null ? (
              <NoSuchPlace key="nowhere" desk={desk} />
            ) : isAlone ? (
              <Later key="new" name="new calendar" load={openCalendarForm} props={{ desk }} />
            ) : (
              <HomeScreen key="home" desk={desk} />
            )}
          </ErrorBoundary>
        </div>
        {!isAlone && calendar !== null && (
          <Dock key="dock" desk={desk} calendar={calendar} section={section === 'new' ? 'events' : section} />
        )}
      </div>
      <Toasts hear={hear} />
      {open === 'palette' && <Palette key="palette" desk={desk} calendar={calendar} close={() => show(null)} />}
      {open === 'help' && <KeysHelp key="help" close={() => show(null)} />}
    </>
  )
}

const usePlace = () => {
  const [hash, set] = useState(location.hash)
  useLayoutEffect(() => {
    const moved = () => {
      // The link that skips the rail is no place.
      if (location.hash === '#main') {
        history.replaceState(null, '', hash)
        document.querySelector<HTMLElement>('#main')?.focus()
        return
      }
      closeDialogs()
      set(location.hash)
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [hash])
  const go: Desk['go'] = (to, how) => {
    if (how?.replace === true) {
      history.replaceState(null, '', to)
      set(location.hash)
    } else location.hash = to
  }
  return { place: placeOf(hash), go }
}

/** Whoever goes to another screen begins at its top, with its heading read out. */
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

export const App = ({ api, name, signOut }: { api: Api; name: string; signOut: () => void }) => {
  const { place, go } = usePlace()
  const listener = useRef<((toast: Toast) => void) | null>(null)
  const asked = useAsked(async () => (await api.get<One<Me>>('/me')).data, ['me'])
  useArrival(`${place.slug ?? ''}/${place.section ?? ''}/${place.eventId ?? ''}/${place.tab ?? ''}`)
  if (asked.data === null)
    return (
      <div class="desk alone" key="waiting">
        <main id="main" class="room" tabindex={-1}>
          {asked.error === null ? <Loading /> : <Trouble error={asked.error} again={() => void asked.again()} />}
        </main>
      </div>
    )
  const desk: Desk = {
    api,
    me: asked.data,
    name: name || asked.data.userId,
    place,
    go,
    toast: (words, undo) => listener.current?.({ words, ...(undo === undefined ? {} : { undo }) }),
    refresh: asked.again,
    signOut,
  }
  return (
    <Signed
      key="signed"
      desk={desk}
      hear={(hear) => {
        listener.current = hear
      }}
    />
  )
}
