import { HistoryList } from '../screens/history-list.tsx'
import { EventFrame, type EventDesk } from './event-frame.tsx'

export const EventHistoryTab = ({ desk, event, asked }: EventDesk) => (
  <EventFrame desk={desk} event={event} asked={asked} tab="history">
    <HistoryList desk={desk} eventId={event.id} />
  </EventFrame>
)
