import { ToolRefusal } from './operations.ts'
import type { ToolContext } from './tool.ts'
import { quoted } from './untrusted.ts'

/** Values that are sent are shown at greater length than names. */
const MAX_SHOWN_LENGTH = 300
const MAX_SHOWN = 20
const NAME = /^[a-z]\w{0,40}$/i

/** Returns the event's title with its day, for a question. */
export const eventText = async (id: string, { operations }: ToolContext) => {
  const { data } = await operations.call('events.read', { params: { eventId: id } })
  const { title, startAt, timezone } = data as { title: string; startAt: string; timezone: string }
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone })
  return `${quoted(title)} on ${format.format(new Date(startAt))}`
}

export const seriesText = async (params: { seriesId: string }, { operations }: ToolContext) =>
  quoted(((await operations.call('series.read', { params })).data as { title: string }).title)

const shownValue = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return quoted(text, MAX_SHOWN_LENGTH)
}

/** Names each value that is sent, such as `title “Harbour Day”, capacity “40”`. */
export const valuesText = (values: unknown): string => {
  if (values === undefined || values === null) return ''
  if (typeof values !== 'object' || Array.isArray(values)) return shownValue(values)
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const shown = entries
    .slice(0, MAX_SHOWN)
    .map(([name, value]) => `${NAME.test(name) ? name : quoted(name)} ${shownValue(value)}`)
  return [...shown, ...(entries.length > MAX_SHOWN ? [`and ${entries.length - MAX_SHOWN} more`] : [])].join(', ')
}

/** Returns the object's name, or null if the caller may not read it. */
const nameOf = async (name: string, params: Record<string, string>, context: ToolContext): Promise<string | null> => {
  const { operations } = context
  try {
    if (name === 'eventId') return `the event ${await eventText(params['eventId'] ?? '', context)}`
    if (name === 'orderId') {
      const { number, buyer } = (await operations.call('orders.read', { params })).data as {
        number: string
        buyer: { firstName: string; lastName: string }
      }
      return `the order ${quoted(number)} of ${quoted(`${buyer.firstName} ${buyer.lastName}`.trim())}`
    }
    if (name === 'guestId') {
      const { firstName, lastName } = (await operations.call('guests.read', { params })).data as {
        firstName: string
        lastName: string
      }
      return `the guest ${quoted(`${firstName} ${lastName}`.trim())}`
    }
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error
  }
  return null
}

/** Describes the objects in the path of an operation, by name if possible. */
export const targetsText = async (params: Record<string, string>, context: ToolContext) => {
  const named = await Promise.all(
    Object.entries(params).map(
      async ([name, value]) =>
        (await nameOf(name, params, context)) ?? `${NAME.test(name) ? name : quoted(name)} ${quoted(value)}`,
    ),
  )
  return named.join(', ')
}
