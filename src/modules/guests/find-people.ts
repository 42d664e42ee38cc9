import * as z from 'zod'
import { guestsExport } from '../../access/demands.ts'
import { planCovers } from '../../kernel/ranks.ts'
import { rowsFrom } from '../../db/statement.ts'
import { refusal } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { iso } from '../../kernel/time.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { both, listOf, operation } from '../../operation/operation.ts'
import { ADDRESS, MAX_PEOPLE_FOUND, peopleNamed, type FoundGuest } from './guest-table.store.ts'
import { Status } from './guests.schema.ts'

const PeopleQuery = lazy(() =>
  z.object({ q: z.string().trim().min(2).max(200).describe('A part of a name or address, or a whole address') }),
)

export const Person = lazy(() =>
  z
    .object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      guests: z
        .array(
          z.object({
            guestId: z.string(),
            eventId: z.string(),
            eventTitle: z.string(),
            startAt: z.union([InstantOutput(), z.iso.date()]),
            status: Status(),
            ticketName: z.string().nullable(),
            createdAt: InstantOutput(),
          }),
        )
        .describe('Where they registered or were invited, the latest first'),
    })
    .meta({ id: 'Person' }),
)

/** Whoever came under the address of another is somebody of their own. */
const whoIs = ({ email, emailIsBuyers, guestId }: FoundGuest) => (emailIsBuyers === 1 ? guestId : email)

export const findPeople = operation({
  id: 'guests.people',
  summary: 'Find people among the guests of all events of a calendar',
  description: `Each with where they registered, the latest ${MAX_PEOPLE_FOUND} registrations that fit. A part of a name needs the plan PRO; a whole address does not.`,
  routes: both('GET /calendars/:slug/people'),
  access: guestsExport,
  subject: 'calendar',
  query: PeopleQuery,
  answer: listOf(Person),
  refusals: ['plan_insufficient'],
  async run({ calendar, query: { q } }, { db }) {
    if (!ADDRESS.test(q) && !planCovers(calendar.plan, 'PRO')) {
      return refusal('plan_insufficient', {
        says: `Searching guests needs the plan PRO; the calendar is on ${calendar.plan}.`,
      })
    }
    const people = Map.groupBy(await rowsFrom(db, peopleNamed(calendar.id, q)), whoIs)
    return [...people.values()].flatMap((rows) => {
      const named = rows.find((row) => row.firstName !== '') ?? rows[0]
      if (named === undefined) return []
      const { email, firstName, lastName } = named
      return {
        email,
        firstName,
        lastName,
        guests: rows.map((row) => ({
          guestId: row.guestId,
          eventId: row.eventId,
          eventTitle: row.eventTitle,
          startAt: row.startDate ?? iso(row.startAt),
          status: row.status,
          ticketName: row.ticketName,
          createdAt: iso(row.createdAt),
        })),
      }
    })
  },
})
