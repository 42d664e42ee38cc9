import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { hashOf } from '../place.ts'
import { HistoryList } from './history-list.tsx'

export const HistoryScreen = ({ session }: { session: CalendarSession }) => (
  <Screen
    crumbs={[{ words: session.calendar.name, href: hashOf(session.calendar.slug, 'events') }, { words: 'History' }]}
    title={`History · ${session.calendar.name}`}
  >
    <Head
      title="History"
      lead="Every change and who made it, kept for 30 days. We record the names of changed fields, never guests’ answers."
    />
    <HistoryList session={session} />
  </Screen>
)
