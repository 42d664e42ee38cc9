import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { hashOf } from '../place.ts'
import { historyWords } from '../words/en/history.ts'
import { HistoryList } from './history-list.tsx'

export const HistoryScreen = ({ session }: { session: CalendarSession }) => {
  const words = historyWords()
  return (
    <Screen
      crumbs={[{ words: session.calendar.name, href: hashOf(session.calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${session.calendar.name}`}
    >
      <Head title={words.title} lead={words.lead} />
      <HistoryList session={session} />
    </Screen>
  )
}
