import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { iso } from '../../kernel/time.ts'
import { reading, statement, type Read } from '../statement.ts'
import { retentionPhrase, type Holding } from './holding.ts'
import { HOLDINGS } from './registry.ts'

export interface HeldRows {
  what: string
  reason: string
  kept: string
  rows: Record<string, unknown>[]
}

const isShownToGuest = ({ ofGuest, persons }: Holding) =>
  ofGuest !== undefined &&
  Object.values(persons).some((person) => person?.isHidden !== true && person?.owner !== 'member')

const columnsOf = ({ table, persons, alsoShown = [] }: Holding) => {
  const columns = getTableColumns(table)
  const names = Object.entries(persons).flatMap(([name, person]) =>
    person === undefined || person.isHidden === true || person.owner === 'member' ? [] : [name],
  )
  return [...alsoShown.filter((name) => !names.includes(name)), ...names].flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [{ name, column, person: persons[name as never] }]
  })
}

const valueOf = ({ name, column, person }: ReturnType<typeof columnsOf>[number], value: unknown) => {
  if (value === null || value === undefined) return null
  if (person?.isJson === true) return JSON.parse(value as string) as unknown
  return typeof value === 'number' && name.endsWith('At') ? iso(value) : column.mapFromDriverValue(value)
}

/**
 * The holder of the link: a guest, a party member without their own address (`isBrought`), or a party's buyer, who need
 * not be a guest.
 */
type DataSubject = { guestId: string; isBrought: boolean } | { guestId: string; broughtParty: string }

const isOfBuyers = ({ persons }: Holding) => Object.values(persons).some((person) => person?.owner === 'buyer')

/**
 * Selects the buyer of a party under the alias `g`, like a guest, because the buyer need not have a row in `guests`.
 */
const buyerAsGuest = (partyId: string) =>
  sql`(select '' as id, '' as user_id, p.id as party_id, p.calendar_id, p.event_id, p.buyer_email as email, 0 as email_is_buyers
    from parties p where p.id = ${partyId}) as g`

const rowsOf = (held: Holding, subject: DataSubject) => {
  const table = getTableName(held.table)
  const selected = columnsOf(held).map(
    ({ name, column, person }) =>
      sql`${person?.shownAs ?? sql.raw(`"${table}"."${column.name}"`)} as ${sql.raw(`"${name}"`)}`,
  )
  const [who, isTheirs] =
    'broughtParty' in subject && (held.told !== undefined || isOfBuyers(held))
      ? [buyerAsGuest(subject.broughtParty), held.told?.toBuyer ?? held.ofGuest]
      : [sql`guests as g`, sql`g.id = ${subject.guestId} and (${held.ofGuest}) and (${held.told?.toGuest ?? sql`1`})`]
  return statement(sql`select ${sql.join(selected, sql`, `)} from ${sql.identifier(table)}, ${who}
    where ${isTheirs} order by +${sql.identifier(table)}.rowid limit 1000`)
}

/**
 * Reads all data stored about the holder of a link, by table, with the reason for storing it. Party members do not see
 * the buyer's data.
 */
export const dataHeldAbout = (subject: DataSubject): Read<HeldRows[]> => {
  const isTheirs = (held: Holding) =>
    isShownToGuest(held) && !('isBrought' in subject && subject.isBrought && isOfBuyers(held))
  const holdings = HOLDINGS.filter(isTheirs)
  return reading(
    holdings.map((held) => rowsOf(held, subject)),
    (found) =>
      holdings.map((held, index) => ({
        what: held.what,
        reason: held.reason,
        kept: retentionPhrase(held.kept),
        rows: (found[index] ?? []).map((row) =>
          Object.fromEntries(columnsOf(held).map((column) => [column.name, valueOf(column, row[column.name])])),
        ),
      })),
  )
}
