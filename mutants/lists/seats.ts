import type { Mutant } from '../mutant.ts'

const SEATS = 'src/modules/guests/seats.store.ts'
const PLACE = 'src/modules/guests/place-guest.store.ts'
const register = ['test/api/guests/register.test.ts']
const moves = ['test/api/guests/moves.test.ts']

export const seatMutants: Mutant[] = [
  {
    name: 'seats without end',
    rule: 'The capacity of an event is never exceeded.',
    file: SEATS,
    text: '(e.capacity is null or ${seatsOfEvent} < e.capacity)',
    becomes: '1',
    tests: ['test/api/guests/races.test.ts'],
  },
  {
    name: 'seats of a ticket without end',
    rule: 'The capacity of a ticket is never exceeded.',
    file: SEATS,
    text: 'and (t.capacity is null or ${seatsOfTicket} < t.capacity))',
    becomes: ')',
    tests: [...moves, ...register],
  },
  {
    name: 'one more seat than there is',
    rule: 'The last seat is given once.',
    file: SEATS,
    text: '${seatsOfEvent} < e.capacity)',
    becomes: '${seatsOfEvent} <= e.capacity)',
    tests: ['test/api/guests/races.test.ts'],
  },
  {
    name: 'moderators overbook',
    rule: 'Approving and confirming obey the capacity too.',
    file: 'src/modules/guests/moves.store.ts',
    text: 'const roomFor = sql`(g.holds_seat = 1 or ${hasRoom})`',
    becomes: 'const roomFor = sql`(1 or ${hasRoom})`',
    tests: moves,
  },
  {
    name: 'the line in any order',
    rule: 'A freed seat goes to the longest-waiting guest.',
    file: SEATS,
    text: 'order by v.waitlist_seq limit 1)',
    becomes: 'order by v.waitlist_seq desc limit 1)',
    tests: moves,
  },
  {
    name: 'one address twice',
    rule: 'There is one live guest per address and event.',
    file: PLACE,
    text: "    where guests.status = 'INVITED'\n    returning id, status`",
    becomes: '    returning id, status`',
    tests: register,
  },
  {
    name: 'the windows of sale',
    rule: 'A visitor registers only while event and ticket are on sale.',
    file: PLACE,
    text: 'and (${Number(!guest.isPublic)} or ${isOnSale(now)})',
    becomes: '',
    tests: register,
  },
  {
    name: 'approval skipped',
    rule: 'Where approval is asked for, a visitor waits for it.',
    file: PLACE,
    text: '${Number(guest.isPublic)} and (e.requires_approval or t.requires_approval) as needs_approval',
    becomes: '0 as needs_approval',
    tests: register,
  },
  {
    name: 'transfer to who is registered',
    rule: 'A recipient who is registered already cannot receive another registration.',
    file: PLACE,
    text: 'and not exists (select 1 from guests o where o.event_id = ${eventId} and o.email = ${email}',
    becomes: 'and not exists (select 1 from guests o where 0 and o.event_id = ${eventId} and o.email = ${email}',
    tests: moves,
  },
  {
    name: 'an event deleted from under its guests',
    rule: 'An event that ever had a guest cannot be deleted.',
    file: 'src/modules/events/events.store.ts',
    text: 'eq(events.calendarId, calendarId), hasNoGuests(eventId)))',
    becomes: 'eq(events.calendarId, calendarId)))',
    tests: ['test/api/events/change-event.test.ts'],
  },
  {
    name: 'a capacity below the places taken',
    rule: 'A capacity cannot be set below the places taken.',
    file: 'src/modules/events/events.store.ts',
    text: 'where event_id = ${eventId}) <= ${capacity}`',
    becomes: 'where event_id = ${eventId}) >= 0 or ${capacity}`',
    tests: ['test/api/events/change-event.test.ts'],
  },
]
