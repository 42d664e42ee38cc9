import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

const [PROCESSES, KILLS] = [8, 100]
const MIGRATIONS = 'migrations'

/**
 * Marks orders as paid and refunds some, one transaction each. A tenth of the transactions is rolled back after the
 * number was taken.
 */
const WORKER = `
import { DatabaseSync } from 'node:sqlite'
const [, , file] = process.argv
const db = new DatabaseSync(file)
db.exec('pragma busy_timeout = 20000')
for (;;) {
  db.exec('begin immediate')
  const order = db.prepare("select id from orders where status = 'PENDING' limit 1").get()
  if (order === undefined) { db.exec('rollback'); break }
  const now = Date.UTC(2026, 10, 27) + Math.floor(Math.random() * 1000)
  db.prepare("update orders set status = 'PAID', paid_at = ?, updated_at = ? where id = ?").run(now, now, order.id)
  if (Math.random() < 0.3) db.prepare("insert into refunds (id, order_id, amount, currency, notify_buyer, status, created_at, completed_at) values (?, ?, 100, 'EUR', 0, 'SUCCEEDED', ?, ?)").run('rfd_' + order.id, order.id, now, now)
  db.exec(Math.random() < 0.1 ? 'rollback' : 'commit')
}
`

const ORDERS = 3_000

const setUp = (file: string) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma foreign_keys = off; pragma ignore_check_constraints = on')
  for (const name of readdirSync(MIGRATIONS)
    .filter((each) => each.endsWith('.sql'))
    .toSorted()) {
    db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
  }
  const insert = (table: string, row: Record<string, string | number>) => {
    const columns = db
      .prepare(`select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null`)
      .all(table)
    const filled: Record<string, SQLInputValue> = {
      ...Object.fromEntries(
        columns.map(({ name, type }) => [name, String(type).toLowerCase() === 'integer' ? 0 : 'x']),
      ),
      ...row,
    }
    const names = Object.keys(filled)
    db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(
      ...Object.values(filled),
    )
  }
  insert('calendars', { id: 'cal_1', slug: 'numbers', timezone: 'Europe/Berlin', visibility: 'PUBLIC' })
  insert('events', { id: 'evt_1', calendar_id: 'cal_1', slug: 'ball', timezone: 'Europe/Berlin' })
  insert('sellers', {
    calendar_id: 'cal_1',
    mode: 'ALWAYS',
    details: '{}',
    simplified_up_to: 25_000,
    keep_years: 10,
    years: '{"2026":1767222000000}',
  })
  db.exec('begin')
  for (let number = 1; number <= ORDERS; number += 1) {
    const order = {
      id: `ord_${number}`,
      number: `N${number}`,
      calendar_id: 'cal_1',
      event_id: 'evt_1',
      status: 'PENDING',
      currency: 'EUR',
      total: 1_000,
      subtotal: 1_000,
      provider: 'OFFLINE',
    }
    insert('orders', order)
  }
  db.exec('commit')
  return db
}

it('gives documents numbers without gaps while 8 processes pay, roll back and are killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-calendar-numbers-'))
  const [file, script] = [join(folder, 'books.sqlite'), join(folder, 'worker.mjs')]
  writeFileSync(script, WORKER)
  const db = setUp(file)
  const run = () => spawn(process.execPath, ['--no-warnings', script, file], { stdio: 'ignore' })
  const ended = async (child: ReturnType<typeof run>) => {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
  }
  try {
    const running = Array.from({ length: PROCESSES }, run)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(20 + ((kill * 37) % 90))
      const place = kill % PROCESSES
      const victim = running[place]
      victim?.kill('SIGKILL')
      if (victim !== undefined) await ended(victim)
      running[place] = run()
    }
    await Promise.all(running.map(ended))

    const rows = db
      .prepare(
        'select series, number, kind, order_id as orderId, refund_id as refundId from documents order by series, number',
      )
      .all() as { series: string; number: number; kind: string; orderId: string; refundId: string | null }[]
    for (const series of ['R2026', 'G2026']) {
      const numbers = rows.filter((row) => row.series === series).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
    const ids = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map(({ id }) => id)
        .toSorted()
    expect(
      rows
        .filter(({ kind }) => kind === 'INVOICE')
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual(ids("select id from orders where status = 'PAID'"))
    expect(
      rows
        .filter(({ refundId }) => refundId !== null)
        .map(({ refundId }) => refundId)
        .toSorted(),
    ).toEqual(ids('select id from refunds'))
    expect(ids('select id from orders')).toHaveLength(ORDERS)
    const { booked } = db.prepare('select sum(amount) as booked from postings').get() as { booked: number }
    expect(booked).toBe(1_000 * ORDERS - 100 * ids('select id from refunds').length)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)
