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
      lead="Who changed what, as it happened. The names of fields are kept, never what people answered. Kept for 30 days."
    />
    <HistoryList session={session} />
  </Screen>
)
