import { guestsExport } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { utf8 } from '../../kernel/crypto.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { languageOf } from '../../words/words.ts'
import { both, operation, raw } from '../../operation/operation.ts'
import { guestViews, openDataset } from './datasets.store.ts'
import { csvOf, jsonOf } from './exports.ts'
import { GuestExportQuery, GuestFile } from './exports.schema.ts'
import { toSheet } from './sheet.ts'
import { toGuest } from '../guests/index.ts'

/**
 * Without `headings`, clients depend on the names and the order of the columns, which are part of the contract. With it,
 * the file is the same as that of a scheduled export.
 */
async function* csvFor(
  { id, calendarId }: EventRow,
  { bom = false, headings }: SchemaOutput<typeof GuestExportQuery>,
  { db }: Deps,
) {
  const dataset = await openDataset(db, 'GUESTS', { calendarId, eventId: id }, headings !== undefined)
  const sheet = headings === undefined ? dataset : toSheet(dataset, 'GUESTS', languageOf(headings))
  yield* csvOf(sheet, { startsWithBom: bom })
}

async function* guestsOf({ id }: EventRow, { db }: Deps) {
  for await (const page of guestViews(db, id)) yield page.map(toGuest)
}

/**
 * Holds one piece of the file in memory at a time. An error aborts the transfer, so that a partial file does not look
 * complete.
 */
const streamOf = (pieces: AsyncGenerator<string, void>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next()
      if (piece.done === true) controller.close()
      else controller.enqueue(utf8(piece.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })

export const exportGuests = operation({
  id: 'guests.export',
  summary: 'Export guests',
  description:
    'Returns CSV or JSON. If the connection closes early, the file is incomplete: discard it and try again. CSV has a column for every question ever answered.',
  subject: 'event',
  access: guestsExport,
  limit: 'export',
  routes: both('GET /events/:eventId/export'),
  query: GuestExportQuery,
  answer: raw({ 'text/csv': null, 'application/json': GuestFile }),
  async run({ event, query }, deps) {
    const { format } = query
    const isCsv = format === 'csv'
    return new Response(streamOf(isCsv ? csvFor(event, query, deps) : jsonOf(guestsOf(event, deps))), {
      headers: {
        'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
        'Content-Disposition': `attachment; filename="${event.slug}-guests.${format}"`,
      },
    })
  },
})
