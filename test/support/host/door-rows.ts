import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The service's database, opened from outside; for work while the service is down. */
const withDatabase = <Result>(dataDir: string, work: (db: DatabaseSync) => Result): Result => {
  for (const file of globSync('state/**/*.sqlite', { cwd: dataDir })) {
    const db = new DatabaseSync(join(dataDir, file))
    try {
      if (db.prepare("select 1 from sqlite_master where name = 'webhooks'").get() !== undefined) return work(db)
    } finally {
      db.close()
    }
  }
  throw new Error(`there is no database in ${dataDir}`)
}

export interface DoorGuest {
  id: string
  qrCode: string
}

const codeOf = (name: string, number: number) => `qr_${`${name}${number}`.padStart(22, '0')}`

/** An event whose door is open now, with so many confirmed guests, copied from an event of the calendar. */
export const openDoor = (dataDir: string, eventLike: string, name: string, guests: number): DoorGuest[] => {
  const now = Date.now()
  const id = `evt_${name}`
  withDatabase(dataDir, (db) => {
    const event = db.prepare('select * from events where id = ?').get(eventLike) as Record<
      string,
      string | number | null
    >
    const copy: Record<string, string | number | null> = {
      ...event,
      id,
      slug: `door-${name}`,
      start_at: now - 1_000,
      end_at: now + 7_200_000,
      status: 'PUBLISHED',
    }
    const names = Object.keys(copy)
    db.prepare(`insert into events (${names.join()}) values (${names.map(() => '?').join()})`).run(
      ...Object.values(copy),
    )
    db.prepare(
      `insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
       values (?, ?, 'General admission', 'FREE', 0, 0, 0, 0, 0, ?, ?)`,
    ).run(`tkt_${name}`, id, now, now)
    const guest = db.prepare(
      `insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, status, source, qr_code, answers,
         move_id, created_at, updated_at)
       values (?, ?, ?, ?, 'usr_x', 'Guest', ?, ?, 'CONFIRMED', 'API', ?, '[]', 'mov_x', ?, ?)`,
    )
    db.exec('begin')
    for (let number = 0; number < guests; number += 1) {
      const [own, last] = [`gst_${name}_${number}`, String(number)]
      guest.run(
        own,
        event.calendar_id ?? '',
        id,
        `tkt_${name}`,
        last,
        `${name}-${number}@example.org`,
        codeOf(name, number),
        now,
        now,
      )
    }
    db.exec('commit')
  })
  return Array.from({ length: guests }, (_, number) => ({ id: `gst_${name}_${number}`, qrCode: codeOf(name, number) }))
}
