import { ARCHIVED } from '../../db/archive/tables.ts'
import type { Archived } from '../../db/archive/declaration.ts'
import { events, images } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { quotaExceeded, type QuotaName } from '../../kernel/quotas.ts'
import { tableOfPart, type ManifestPart, type OpenedArchive } from './manifest.ts'
import { cellsOf, rowsInPart } from './restored-rows.ts'
import { findTakenSlug } from './restores.store.ts'

/** Returns the first quota that would be exceeded, or null. */
export const exceededQuota = (
  uses: Partial<Record<QuotaName, number>>,
  { quotas, defaultPlan }: Pick<Deps['config'], 'quotas' | 'defaultPlan'>,
) => {
  for (const [quota, used] of Object.entries(uses) as [QuotaName, number][]) {
    const limit = quotas[quota][defaultPlan]
    if (used > limit) return { quota, limit, used, resetsAt: null }
  }
  return null
}

const partsOf = (table: Archived['table'], { manifest }: OpenedArchive): readonly ManifestPart[] =>
  manifest.parts.filter(({ path }) => ARCHIVED[tableOfPart(path) ?? -1]?.table === table)

/** Refuses an archive whose events, images or guests can’t be restored here, before anything is written. */
export const refuseBeforehand = async (opened: OpenedArchive, deps: Deps) => {
  const archived = ARCHIVED.find(({ table }) => table === events) as Archived
  const now = deps.clock()
  let upcoming = 0
  for (const part of partsOf(events, opened)) {
    const rows = await rowsInPart(archived, part, opened, deps)
    const [ids, slugs] = [cellsOf(archived, rows, 'id'), cellsOf(archived, rows, 'slug')]
    const taken = await findTakenSlug(
      deps.db,
      ids.map((id, index) => [id, slugs[index]]),
    )
    if (taken !== null)
      return refusal('event_slug_taken', {
        says: `The event slug '${taken}' belongs to another calendar here. Change it at the source, then create another archive.`,
        data: { slug: taken },
      })
    const [states, ends] = [cellsOf(archived, rows, 'status'), cellsOf(archived, rows, 'endAt')]
    upcoming += ends.filter((endAt, index) => Number(endAt) > now && states[index] !== 'CANCELLED').length
  }
  const pictures = partsOf(images, opened).reduce((sum, { rows }) => sum + rows, 0)
  const exceeded = exceededQuota(
    {
      eventsPerCalendar: upcoming,
      imagesPerCalendar: pictures,
      guestsPerEvent: opened.manifest.mostGuests ?? 0,
    },
    deps.config,
  )
  return exceeded === null ? null : quotaExceeded(exceeded)
}
