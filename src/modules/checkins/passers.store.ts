import { sql, type SQL } from 'drizzle-orm'
import type { Judged } from '../../db/guard.ts'
import { statement, preparedStatement } from '../../db/statement.ts'
import { guestByShortCode } from '../seats/index.ts'
import type { CHECKPOINT_MODES, Direction } from '../../kernel/vocabulary.ts'
import { byEither, checkinParam, type GuestLookup, type DoorGuest, type Identifier } from './checkins.store.ts'
import { FROM, holdsTicket, insideCount, lastScan, lastAt, mayPass, type PlaceKind } from './checkpoint-rules.store.ts'

/** A guest with their last scan at a checkpoint or re-entry door, and the number of guests now inside. */
export interface Passer extends DoorGuest {
  mode: (typeof CHECKPOINT_MODES)[number]
  isOverLimit: number | null
  inside: number
  limit: number | null
}
export interface JudgedPasser extends Passer, Judged {}

export const passerColumns = (
  kind: PlaceKind,
) => sql`g.id, trim(g.first_name || ' ' || g.last_name) as name, g.email, g.qr_code as qrCode,
  g.shown_status as status, g.ticket_id as ticketId, t.name as ticketName, e.id as eventId, e.slug as eventSlug, ${lastScan(kind, 'id')} as checkinId,
  ${lastAt(kind)} as checkedInAt, ${lastScan(kind, 'scanned_by', 'checked_in_by')} as checkedInBy,
  ${lastScan(kind, 'scanned_by_label', 'checked_in_by_label')} as checkedInByLabel, ${lastScan(kind, 'gate')} as gate,
  ${lastScan(kind, 'device_id')} as deviceId, ${lastScan(kind, 'told_by')} as moveId, k.id as checkpointId, k.name as checkpointName,
  ${kind === 'checkpoint' ? sql`c.direction` : sql`case when m.id is not null then coalesce(c.direction, 'IN') end`} as direction,
  k.mode, c.over_limit as isOverLimit, ${insideCount[kind]} as inside, k.room_limit as "limit",
  ${kind === 'door' ? sql`g.party_id` : sql`null`} as partyId`

export interface PlaceLookup extends GuestLookup {
  place: string
  direction: Direction
  /** The local date of the scan in the event's timezone. */
  day: string
}
export interface PassingValues extends PlaceLookup {
  at: number
}

export const ofNamed = (named: SQL) => sql`${named} and g.event_id = ${checkinParam('eventId')}`

export const perPlaceKind = <Result>(write: (kind: PlaceKind) => Result): Record<PlaceKind, Result> => ({
  checkpoint: write('checkpoint'),
  door: write('door'),
})

const selectPasser = perPlaceKind((kind) =>
  byEither<PlaceLookup, Passer>((named) =>
    statement(sql`select ${passerColumns(kind)} ${FROM[kind]} where ${ofNamed(named)}`),
  ),
)
export const passerNamed = (kind: PlaceKind, { by, value: named }: Identifier, lookup: Omit<PlaceLookup, 'named'>) =>
  selectPasser[kind](by, { ...lookup, named } as PlaceLookup)

const selectJudgedPasser = perPlaceKind((kind) =>
  byEither<PassingValues, JudgedPasser>((named) =>
    statement(sql`select ${passerColumns(kind)}, ${mayPass[kind].why} as why ${FROM[kind]} where ${ofNamed(named)}`),
  ),
)
export const passerJudged = (
  kind: PlaceKind,
  { by, value: named }: Identifier,
  passing: Omit<PassingValues, 'named'>,
) => selectJudgedPasser[kind](by, { ...passing, named } as PassingValues)

interface PasserSearch extends Record<string, unknown> {
  eventId: string
  place: string
  day: string
  folded: string
  shortCode: string
  most: number
}

const searchPassers = perPlaceKind((kind) =>
  preparedStatement<PasserSearch, Passer>(() =>
    statement(sql`select ${passerColumns(kind)} ${FROM[kind]} where g.status <> 'TRANSFERRED' and g.id in (
        select id from guests where event_id = ${checkinParam('eventId')} and (instr(search_text, ${checkinParam('folded')}) > 0
          or id = ${guestByShortCode(checkinParam('eventId'), checkinParam('shortCode'))})
        order by created_at, id limit 5 * ${checkinParam('most')})
      order by (g.status in ('CONFIRMED', 'CHECKED_IN') and ${holdsTicket}) desc, g.search_text, g.id limit ${checkinParam('most')}`),
  ),
)
/** Selects guests whose name or email address contains the text. Guests who may pass come first. */
export const passersFound = (kind: PlaceKind, search: PasserSearch) => searchPassers[kind](search)
