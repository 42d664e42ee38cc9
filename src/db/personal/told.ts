import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { iso } from '../../kernel/time.ts'
import { reading, written, type Read } from '../statement.ts'
import { keptInWords, type Holding } from './holding.ts'
import { HOLDINGS } from './registry.ts'

export interface Told {
  what: string
  reason: string
  kept: string
  rows: Record<string, unknown>[]
}

const isTold = ({ ofGuest, persons }: Holding) =>
  ofGuest !== undefined &&
  Object.values(persons).some((person) => person?.isUntold !== true && person?.owner !== 'member')

const columnsOf = ({ table, persons, toldBesides = [] }: Holding) => {
  const columns = getTableColumns(table)
  const names = Object.entries(persons).flatMap(([name, person]) =>
    person === undefined || person.isUntold === true || person.owner === 'member' ? [] : [name],
  )
  return [...toldBesides.filter((name) => !names.includes(name)), ...names].flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [{ name, column, isJson: persons[name as never] }]
  })
}

const valueOf = ({ name, column, isJson }: ReturnType<typeof columnsOf>[number], value: unknown) => {
  if (value === null || value === undefined) return null
  if (isJson?.isJson === true) return JSON.parse(value as string) as unknown
  return typeof value === 'number' && name.endsWith('At') ? iso(value) : column.mapFromDriverValue(value)
}

const rowsOf = (held: Holding, guestId: string) => {
  const table = getTableName(held.table)
  const selected = columnsOf(held).map(({ name, column }) => sql.raw(`"${table}"."${column.name}" as "${name}"`))
  return written(sql`select ${sql.join(selected, sql`, `)} from ${sql.identifier(table)}, guests as g
    where g.id = ${guestId} and (${held.ofGuest}) order by +${sql.identifier(table)}.rowid limit 1000`)
}

/** All that is kept of a guest, by what it is and with the reason. */
export const heldOf = (guestId: string): Read<Told[]> => {
  const told = HOLDINGS.filter(isTold)
  return reading(
    told.map((held) => rowsOf(held, guestId)),
    (found) =>
      told.map((held, index) => ({
        what: held.what,
        reason: held.reason,
        kept: keptInWords(held.kept),
        rows: (found[index] ?? []).map((row) =>
          Object.fromEntries(columnsOf(held).map((column) => [column.name, valueOf(column, row[column.name])])),
        ),
      })),
  )
}
