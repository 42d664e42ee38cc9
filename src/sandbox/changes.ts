import type { Books } from './books.ts'
import type { Effects } from './effects.ts'
import { notePasses } from './passes.ts'

interface ChangeRow extends Record<string, SqlStorageValue> {
  seq: number
  object: string
  object_id: string
  op: string
  fields: string | null
}

const SUMMARY = { insert: 'created', update: 'changed status', delete: 'deleted' }

const kindOf = ({ op, fields }: ChangeRow) => (op === 'delete' ? 'delete' : fields === null ? 'insert' : 'update')

/** Status expression by object type of the change feed. Types without a status are left out. */
const STATUS_OF: Readonly<Record<string, string>> = {
  guest: 'select shown_status as status from guests where id = ?',
  order: 'select status from orders where id = ?',
  event: 'select status from events where id = ?',
  refund: 'select status from refunds where id = ?',
  announcement: 'select status from communications where id = ?',
  reminder: 'select status from communications where id = ?',
}

/** Adds an effect for each status or pass that has changed in the feed since the last call. */
export const noteChanges = (books: Books, effects: Effects): void => {
  const seen = books.read<number>('feed') ?? 0
  const found = books.rows<ChangeRow>(
    'select seq, object, object_id, op, fields from changes where seq > ? order by seq',
    seen,
  )
  for (const change of found) {
    const kind = kindOf(change)
    const select = STATUS_OF[change.object]
    const isAboutStatus = kind !== 'update' || `,${change.fields ?? ''}`.includes(',status,')
    if (!isAboutStatus) continue
    const [row] = select === undefined ? [] : books.rows<{ status: string }>(select, change.object_id)
    effects.add({
      kind: 'status.changed',
      object: change.object,
      id: change.object_id,
      summary: `${change.object} ${SUMMARY[kind]}${row === undefined ? '' : `: ${row.status}`}`,
      data: { status: row?.status ?? null, op: kind },
    })
  }
  notePasses(
    books,
    effects,
    found.map((change) => ({ ...change, isUpdate: kindOf(change) === 'update' })),
  )
  const last = found.at(-1)
  if (last !== undefined) books.keep('feed', last.seq)
}
