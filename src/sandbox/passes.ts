import type { Books } from './books.ts'
import type { Effects } from './effects.ts'

interface Change {
  object: string
  object_id: string
  isUpdate: boolean
}

interface GuestRow extends Record<string, SqlStorageValue> {
  event_id: string
  has_seat: number
}

/**
 * Adds an effect when the pass of a guest changes, as the live service would notify the devices that hold it. A real
 * pass needs the live service's certificate, so the sandbox only stores which guests have a ticket.
 */
export const notePasses = (books: Books, effects: Effects, changes: readonly Change[]): void => {
  const issued = new Set<string>()
  const add = (object: string, id: string, summary: string, guests: number) =>
    effects.add({ kind: 'pass.changed', object, id, summary, data: { guests } })
  const noteGuest = (id: string) => {
    const hasPass = books.rows('select 1 from sandbox_passes where guest_id = ?', id).length > 0
    const [guest] = books.rows<GuestRow>(
      "select event_id, status in ('CONFIRMED', 'CHECKED_IN') as has_seat from guests where id = ?",
      id,
    )
    const hasSeat = guest?.has_seat === 1
    if (!hasPass && hasSeat) {
      books.run('insert into sandbox_passes values (?, ?)', id, guest.event_id)
      issued.add(id)
    } else if (hasPass && !hasSeat) {
      books.run('delete from sandbox_passes where guest_id = ?', id)
      add('guest', id, 'pass of a guest is void', 1)
    } else if (hasPass && !issued.has(id)) add('guest', id, 'pass of a guest changed', 1)
  }
  for (const { object, object_id: id, isUpdate } of changes) {
    if (object === 'guest') noteGuest(id)
    if (object !== 'event' || !isUpdate) continue
    const [row] = books.rows<{ many: number }>('select count(*) as many from sandbox_passes where event_id = ?', id)
    if (row !== undefined && row.many > 0) add('event', id, `passes of ${row.many} guests changed`, row.many)
  }
}
