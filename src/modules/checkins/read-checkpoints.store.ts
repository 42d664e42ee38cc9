import { sql } from 'drizzle-orm'
import { inList, isoOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { expectedByTicket, doorSummary, type ListedRow } from './read-checkins.store.ts'
import { ofScan, scanColumns } from './take-back.store.ts'

const listedScans = sql`
    select ${scanColumns}, coalesce((
        select json_group_array(json_object('scannedAt', ${isoOf(sql`x.scanned_at`)}, 'receivedAt', ${isoOf(sql`x.received_at`)},
          'scannedBy', x.scanned_by, 'scannedByLabel', x.scanned_by_label, 'gate', nullif(x.gate, ''),
          'deviceId', nullif(x.device_id, ''), 'direction', x.direction))
        from (select * from checkin_conflicts y where y.checkin_id = s.id order by y.scanned_at) x), '[]') as conflicts
    ${ofScan}`

export const scansNamed = (calendarId: string, ids: readonly string[]) =>
  statement<ListedRow>(sql`
    ${listedScans} where s.id in ${inList(ids)} and s.calendar_id = ${calendarId} and s.undone_at is null`)

/** Selects scans at a checkpoint or main door, in the order of `scanned_at`. */
export const listedAt = (
  eventId: string,
  place: string,
  { since, ticketId }: { since: Instant | null; ticketId: string | null },
) =>
  statement<ListedRow>(sql`
    ${listedScans} where s.place = ${place} and s.event_id = ${eventId} and s.undone_at is null
      and ${ticketId === null ? sql`1` : sql`s.ticket_id = ${ticketId}`}
      and ${
        since === null
          ? sql`1`
          : sql`(max(s.scanned_at, s.created_at) >= ${since} or exists (
              select 1 from checkin_conflicts x where x.checkin_id = s.id and x.received_at >= ${since}))`
      }
    order by s.scanned_at, s.number`)

/** Minus the number of guests who have left through the main door and not returned. */
export const outsideCount = (eventId: string) =>
  statement<{ inside: number }>(sql`select inside from checkpoint_counts where place = ${eventId} and day = ''`)

/**
 * Counts the guests inside a checkpoint: guests whose last scan is not `OUT`. In `DAILY` mode only scans from `today`
 * count.
 */
const insideAt = (place: string, today: string) => sql`
  from checkpoint_scans s join checkpoints k on k.id = s.place
  where s.place = ${place} and s.undone_at is null and s.direction is not 'OUT'
    and s.day = case k.mode when 'DAILY' then ${today} else '' end
    and not exists (select 1 from checkpoint_scans l where l.guest_id = s.guest_id and l.place = s.place and l.day = s.day
      and l.undone_at is null and l.number > s.number)`

export const checkpointTally = (place: string, today: string) =>
  statement<{ ticketId: string | null; gate: string | null; count: number; lastAt: Instant }>(sql`
    select s.ticket_id as ticketId, s.gate, count(*) as count, max(s.scanned_at) as lastAt ${insideAt(place, today)}
    group by s.ticket_id, s.gate`)

const expectedOf = (eventId: string, place: string) => sql`
  select x.* from (${expectedByTicket(eventId)}) x join checkpoints k on k.id = ${place}
  where k.ticket_ids is null or exists (select 1 from json_each(k.ticket_ids) where value = x.ticketId)`

/** Counts, per ticket, the guests whom the checkpoint accepts. */
export const expectedAt = (eventId: string, place: string) =>
  statement<{ ticketId: string; ticketName: string; expected: number }>(expectedOf(eventId, place))

/** The first WebSocket message sent to watchers of a checkpoint. */
export const summaryMessageAt = (eventId: string, place: string, today: string) =>
  doorSummary(
    { eventId, today },
    {
      inside: sql`select s.ticket_id, s.gate, s.scanned_at as checked_in_at ${insideAt(place, today)}`,
      expects: expectedOf(eventId, place),
      more: sql`'inside', (select count(*) from inside), 'checkpointId', ${place},
        'limit', (select k.room_limit from checkpoints k where k.id = ${place})`,
    },
  )
