import { send } from './api.ts'

interface Owned {
  slug: string
  owner: string
}

let eventsMade = 0

/** An event of the calendar, made through the dashboard; published and in a month unless the fields say otherwise. */
export const newEvent = async (calendar: Owned, fields: Record<string, unknown> = {}) => {
  eventsMade += 1
  const answer = await send('POST /events', {
    as: calendar.owner,
    json: {
      calendarSlug: calendar.slug,
      title: `Event ${eventsMade}`,
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
      ...fields,
    },
  })
  if (answer.status !== 200) throw new Error(`the event was refused: ${answer.status} ${answer.text}`)
  return answer.body.data
}
