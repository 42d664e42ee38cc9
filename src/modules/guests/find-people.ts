import * as z from 'zod'
import { guestsExport } from '../../access/demands.ts'
import { rowsFrom } from '../../db/statement.ts'
import { lazy } from '../../kernel/lazy.ts'
import { iso } from '../../kernel/time.ts'
import { EventTime, InstantOutput } from '../../kernel/wire.ts'
import { both, listOf, operation } from '../../operation/operation.ts'
import { MAX_PEOPLE_FOUND, peopleNamed, type FoundGuest } from './guest-table.store.ts'
import { Status } from './guests.schema.ts'

const PeopleQuery = lazy(() =>
  z.object({
    q: z.string().trim().min(2).max(200).describe('Part of a name or email address, or a full email address.'),
  }),
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
            startAt: EventTime(),
            status: Status(),
            ticketName: z.string().nullable(),
            createdAt: InstantOutput(),
          }),
        )
        .describe('Registrations and invitations of the person, newest first.'),
    })
    .meta({ id: 'Person' }),
)

/** Guests with `email_is_buyers` share the buyer's address, so each of them counts as a separate person. */
const whoIs = ({ email, emailIsBuyers, guestId }: FoundGuest) => (emailIsBuyers === 1 ? guestId : email)

export const findPeople = operation({
  id: 'guests.people',
  summary: 'Search for people across a calendar’s events',
  description: `Returns people with their registrations, from the latest ${MAX_PEOPLE_FOUND} matching registrations.`,
  routes: both('GET /calendars/:slug/people'),
  access: guestsExport,
  subject: 'calendar',
  query: PeopleQuery,
  answer: listOf(Person),
  async run({ calendar, query: { q } }, { db }) {
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
