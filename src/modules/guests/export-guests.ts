import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { EventRow } from '../../db/rows.ts'
import { csvLine } from '../../kernel/csv.ts'
import { utf8 } from '../../kernel/crypto.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { answeredQuestions, guestPages } from './export-guests.store.ts'
import { toGuest, type GuestView, type ShownGuest } from './guests.ts'
import type { ExportQuery } from './guests.schema.ts'

const COLUMNS =
  'id firstName lastName email status ticketId ticketName orderId createdAt checkedInAt qrCode source'.split(' ')

interface Question {
  id: string
  label: string
}

/** What the event asks today comes first, then what it once asked and was told. */
const questionsOf = async ({ id, registrationQuestions }: EventRow, deps: Deps): Promise<Question[]> => {
  const asked = registrationQuestions.map((question) => ({ id: question.id, label: question.label }))
  const answered = await answeredQuestions(deps.db, id)
  return [...asked, ...answered.filter((once) => !asked.some((today) => today.id === once.id))]
}

const lineOf = ({ guest, ticketName }: GuestView<ShownGuest>, questions: readonly Question[]) =>
  csvLine([
    guest.id,
    guest.firstName,
    guest.lastName,
    guest.email,
    guest.status,
    guest.ticketId,
    ticketName,
    guest.orderId,
    iso(guest.createdAt),
    isoOrNull(guest.checkedInAt),
    guest.qrCode,
    guest.source,
    ...questions.map(({ id }) => guest.answers.find(({ questionId }) => questionId === id)?.answer ?? null),
  ])

async function* csvOf(event: EventRow, startsWithBom: boolean, deps: Deps) {
  const questions = await questionsOf(event, deps)
  yield (startsWithBom ? '\ufeff' : '') + csvLine([...COLUMNS, ...questions.map(({ label }) => label)])
  for await (const page of guestPages(deps.db, event.id, { positions: false }))
    yield page.map((view) => lineOf(view, questions)).join('')
}

async function* jsonOf(event: EventRow, deps: Deps) {
  yield '{"data":['
  let separator = ''
  for await (const page of guestPages(deps.db, event.id, { positions: true })) {
    yield separator + page.map((view) => JSON.stringify(toGuest(view))).join(',')
    separator = ','
  }
  yield ']}'
}

/** One piece is in hand at a time; a failure in the middle breaks the transfer, so that no half file looks whole. */
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

export const exportGuests = async (
  { event, query }: Call<unknown, Parsed<typeof ExportQuery>, unknown, 'event'>,
  deps: Deps,
) => {
  const isCsv = query.format === 'csv'
  const pieces = isCsv ? csvOf(event, query.bom ?? false, deps) : jsonOf(event, deps)
  return new Response(streamOf(pieces), {
    headers: {
      'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
      'Content-Disposition': `attachment; filename="${event.slug}-guests.${query.format}"`,
    },
  })
}
