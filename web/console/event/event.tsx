import type { FC } from 'hono/jsx/dom'
import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo, roleCovers } from '../session.ts'
import { Later } from '../frame/later.tsx'
import { Screen } from '../frame/screen.tsx'
import { TABS } from '../frame/sections.ts'
import { useAsked } from '../parts/asking.ts'
import { Loading, Trouble } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'

const LOADS: Readonly<Record<string, () => Promise<FC<EventSession>>>> = {
  '': () => import('./overview.tsx').then(({ OverviewTab }) => OverviewTab),
  guests: () => import('./guests.tsx').then(({ GuestsTab }) => GuestsTab),
  tickets: () => import('./tickets.tsx').then(({ TicketsTab }) => TicketsTab),
  orders: () => import('./orders.tsx').then(({ OrdersTab }) => OrdersTab),
  messages: () => import('./messages.tsx').then(({ MessagesTab }) => MessagesTab),
  door: () => import('./door.tsx').then(({ DoorTab }) => DoorTab),
  rehearsal: () => import('../rehearsal/rehearsal.tsx').then(({ RehearsalTab }) => RehearsalTab),
  history: () => import('./event-history.tsx').then(({ EventHistoryTab }) => EventHistoryTab),
  edit: () => import('./edit.tsx').then(({ EditTab }) => EditTab),
}

/** Staff start at the guest list, because the overview requires `MANAGER`. */
const tabFor = (session: CalendarSession) => {
  const wanted = session.place.tab ?? ''
  const mayRun = mayDo(session, 'MANAGER')
  if (wanted === 'edit') return mayRun ? 'edit' : 'guests'
  const known = TABS.find(({ id, role }) => id === wanted && roleCovers(session.calendar.role, role))
  return known?.id ?? (mayRun ? '' : 'guests')
}

export const EventScreen = ({ session }: { session: CalendarSession }) => {
  const id = session.place.eventId ?? ''
  const asked = useAsked(
    async () => (await session.api.get<One<EventAnswer>>(`/events/${encodeURIComponent(id)}`)).data,
    [id],
  )
  const tab = tabFor(session)
  const load = LOADS[tab]
  if (asked.data === null || load === undefined)
    return (
      <Screen
        crumbs={[
          { words: session.calendar.name, href: hashOf(session.calendar.slug, 'events') },
          { words: termsWords().events, href: hashOf(session.calendar.slug, 'events') },
          { words: '…' },
        ]}
        title={termsWords().event}
      >
        {asked.error === null ? <Loading /> : <Trouble error={asked.error} again={() => void asked.again()} />}
      </Screen>
    )
  return <Later key={tab} name={`event/${tab}`} load={load} props={{ session, event: asked.data, asked }} />
}
