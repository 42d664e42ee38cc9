import { getTableName } from 'drizzle-orm'
import { RETAINED } from '../../src/db/personal/retained.ts'
import { GRACE_MS, runErasures } from '../../src/modules/erasures/index.ts'
import { send } from './api.ts'
import { deps } from './app.ts'
import { whereKept } from './everywhere.ts'

export const DAY = 86_400_000
export const PAST = { startAt: Date.now() - 3 * DAY, endAt: Date.now() - 2 * DAY }
export const later = (ms: number) => ({ ...deps, clock: () => Date.now() + ms })
export const eraseDue = async () => {
  for (let run = 0; run < 5; run += 1) await runErasures(later(GRACE_MS + 60_000))
}
export const erase = async (path: string, as: string) => {
  const { confirm } = (await send(`GET ${path}`, { as })).body.data
  return send(`POST ${path}`, { as, json: { confirm } })
}
const staying = RETAINED.map(({ table }) => `in the table ${getTableName(table)}`)
/** Places that still contain one of the texts, except those that the preview lists. */
export const leftOf = async (texts: string[]) =>
  (await whereKept(texts)).filter((place) => !staying.some((known) => place.endsWith(known)))
