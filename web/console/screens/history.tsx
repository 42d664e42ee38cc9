import type { CalendarDesk } from '../desk.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { hashOf } from '../place.ts'
import { HistoryList } from './history-list.tsx'

export const HistoryScreen = ({ desk }: { desk: CalendarDesk }) => (
  <Screen
    crumbs={[{ words: desk.calendar.name, href: hashOf(desk.calendar.slug, 'events') }, { words: 'History' }]}
    title={`History · ${desk.calendar.name}`}
  >
    <Head
      title="History"
      lead="Who changed what, as it happened. The names of fields are kept, never what people answered. Kept for 30 days."
    />
    <HistoryList desk={desk} />
  </Screen>
)
