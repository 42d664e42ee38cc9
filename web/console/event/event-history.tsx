import { HistoryList } from '../screens/history-list.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'

export const EventHistoryTab = ({ session, event, asked }: EventSession) => (
  <EventFrame session={session} event={event} asked={asked} tab="history">
    <HistoryList session={session} eventId={event.id} />
  </EventFrame>
)
