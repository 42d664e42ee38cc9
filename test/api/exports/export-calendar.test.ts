import { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { expect, it, describe } from 'vitest'
import { findCalendar } from '../../../src/modules/calendars/index.ts'
import { exportCalendar } from '../../../src/modules/exports/export-calendar.ts'
import { crc32 } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { everyTable } from '../../support/database.ts'
import { erase } from '../../support/erasures.ts'
import { addMember, newCalendar, newEvent, newGuests, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { PICTURES } from '../../support/pictures.ts'
import { newWorld } from '../../support/worlds.ts'

asks({ 'GET /calendars/:slug/export': { role: 'OWNER' } })

const app = appWith({})
const download = async ({ slug, owner }: Calendar, service = app) => {
  const answer = await service.request(`/api/calendars/${slug}/export`, {
    headers: { Authorization: `Bearer ${await tokenFor(owner)}` },
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Reads a ZIP by its directory, as unzip does, and compares each checksum. */
const unzip = (bytes: Buffer) => {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, checksum, packed] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
    ]
    const [nameLength, start] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const body = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const data = bytes.subarray(body, body + packed)
    const file = method === 8 ? inflateRawSync(data) : Buffer.from(data)
    expect(crc32(new Uint8Array(file)), name).toBe(checksum)
    files.set(name, file)
    at += 46 + nameLength
  }
  return files
}
const rowsIn = (files: Map<string, Buffer>, name: string) =>
  (JSON.parse(files.get(`${name}.json`)?.toString() ?? '{}') as { data: Record<string, unknown>[] }).data

describe('GET /calendars/:slug/export', () => {
  it('contains CSV and JSON of everything in the calendar, on every plan and while an erasure is pending', async () => {
    const { calendar, ids } = await newWorld('FREE')
    await send(`POST /calendars/${calendar.slug}/images`, {
      as: calendar.owner,
      body: PICTURES.png,
      headers: { 'Content-Type': 'image/png' },
    })
    await send(`POST /events/${ids['events']}/cancel`, { as: calendar.owner, json: {} })
    expect((await erase(`/calendars/${calendar.slug}/erasure`, calendar.owner)).status).toBe(200)
    const { answer, bytes } = await download(calendar)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/zip')
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${calendar.slug}.zip"`)
    const files = unzip(bytes)
    for (const [name, part] of Object.entries({
      events: 'events',
      series: 'series',
      tickets: 'tickets',
      guests: 'guests',
      orders: 'orders',
      messages: 'messages',
      coupons: 'coupons',
      team: 'members',
    })) {
      expect(
        rowsIn(files, name).map(({ id }) => id),
        name,
      ).toContain(ids[part])
      expect(files.get(`${name}.csv`)?.toString(), name).toContain(ids[part])
    }
    expect(rowsIn(files, 'events')[0]).toMatchObject({ visibility: 'PUBLIC', requiresApproval: expect.any(Boolean) })
    const [image] = rowsIn(files, 'images')
    const picture = files.get(`images/${String(image?.['id'])}.png`)
    expect(picture?.subarray(1, 4).toString()).toBe('PNG')
    expect(picture).toHaveLength(Number(image?.['bytes']))
  })

  it('contains no token, hash, QR code or secret that the database stores', async () => {
    const { calendar } = await newWorld()
    await send(`POST /calendars/${calendar.slug}/feed-token`, { as: calendar.owner })
    const text = [...unzip((await download(calendar)).bytes).values()].join('\n')
    const secrets = (await everyTable()).flatMap(({ rows }) =>
      rows.flatMap((row) =>
        Object.entries(row).flatMap(([name, value]) =>
          /hash|secret|token|qr_code|short_code|cipher|prefix|payment_url|move_id|told_by/.test(name) &&
          name !== 'idempotency_hash' &&
          typeof value === 'string' &&
          value.length > 5
            ? [{ name, value, isImage: 'media_type' in row }]
            : [],
        ),
      ),
    )
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter(({ value, isImage }) => !isImage && text.includes(value))).toEqual([])
  })

  it('reads 2,000 guests in pages of 500, and only as fast as the caller does', async () => {
    const calendar = await newCalendar({ plan: 'FREE' })
    const event = await newEvent(calendar, {}, {})
    await newGuests(event, 2_000)
    const sizes: number[] = []
    const db = new Proxy(deps.db, {
      get: (target, name) => {
        const held: unknown = Reflect.get(target, name)
        if (name !== 'all') return typeof held === 'function' ? (held.bind(target) as unknown) : held
        return async (...of: Parameters<typeof target.all>) => {
          const rows = await target.all(...of)
          sizes.push(rows.length)
          return rows
        }
      },
    })
    const { bytes } = await download(calendar, appWith({ db }))
    const files = unzip(bytes)
    expect(rowsIn(files, 'guests')).toHaveLength(2_000)
    expect(files.get('guests.csv')?.toString().trimEnd().split('\r\n')).toHaveLength(2_001)
    expect(Math.max(...sizes)).toBe(500)
    sizes.length = 0
    // Called directly, because the test helpers read the whole body of every response.
    const row = await findCalendar(deps.db, calendar.id)
    const answer = (await exportCalendar.run({ calendar: row } as never, { ...deps, db })) as Response
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sizes.filter((size) => size === 500)).toEqual([])
    await answer.body?.cancel()
  })

  it('is for owners only', async () => {
    const calendar = await newCalendar()
    const manager = await addMember(calendar, 'usr_export_manager', 'MANAGER')
    const answer = await send(`GET /calendars/${calendar.slug}/export`, { as: manager })
    expect([answer.status, answer.body.code]).toEqual([403, 'role_insufficient'])
  })
})
