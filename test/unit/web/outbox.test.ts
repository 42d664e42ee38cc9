import { describe, expect, it } from 'vitest'
import type { DoorApi } from '../../../web/kiosk/door-api.ts'
import { createOutbox, type KeptScan, type Settled } from '../../../web/kiosk/outbox.ts'
import type { Storage, StoreName } from '../../../web/kiosk/storage.ts'

const storageInMemory = () => {
  const stores = new Map<StoreName, Map<string, { id: string }>>()
  const of = (name: StoreName) => stores.get(name) ?? stores.set(name, new Map()).get(name)!
  const at = (name: StoreName) => ({
    put: (value: { id: string }) => of(name).set(value.id, value),
    delete: (id: string) => of(name).delete(id),
  })
  return {
    ofEvent: (name: StoreName) => Promise.resolve([...of(name).values()]),
    change: (_: StoreName[], work: (to: typeof at) => void) => Promise.resolve(work(at)),
  } as unknown as Storage
}

const scan = (id: string, more: Partial<KeptScan> = {}): KeptScan => ({
  id,
  eventId: 'evt',
  shownAs: 'Ada',
  qrCode: `qr_${id}`,
  scannedAt: '2026-06-01T18:00:00.000Z',
  gate: null,
  deviceId: 'dev',
  checkpointId: null,
  ...more,
})

/** A fake door API that admits every uploaded scan. `inside` contains the guests it has admitted. */
const openDoor = (meanwhile: () => Promise<void> = () => Promise.resolve()) => {
  const inside = new Set<string>()
  const nameOf = (each: { qrCode?: string; guestId?: string }) => each.guestId ?? each.qrCode ?? ''
  const api = {
    partyOf: () =>
      Promise.resolve({
        guestId: 'one',
        party: { guests: ['one', 'two', 'three'].map((id) => ({ id, name: id, status: 'CONFIRMED' })) },
      }),
    undo: (id: string) => Promise.resolve(inside.delete(id)),
    upload: async (scans: KeptScan[]) => {
      for (const each of scans) inside.add(nameOf(each))
      await meanwhile()
      return scans.map((each, index) => ({
        index,
        result: 'ACCEPTED',
        checkin: { id: nameOf(each), guestName: 'Ada' },
      }))
    },
  } as unknown as DoorApi
  return { api, inside }
}

describe('createOutbox', () => {
  it('never sends a scan that was undone before the upload', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor()
    await outbox.keep(scan('a'))
    await outbox.take('a')
    await outbox.send(api, () => {})
    expect([await outbox.waiting(), inside.size]).toEqual([[], 0])
  })

  it('undoes the check-in of a scan that was undone during the upload, and does not report it as settled', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor(() => outbox.take('a'))
    const told: Settled[] = []
    await outbox.keep(scan('a'))
    await outbox.keep(scan('b'))
    await outbox.send(api, (settled) => told.push(...settled))
    expect([...inside]).toEqual(['qr_b'])
    expect(told.map((each) => each.scan.id)).toEqual(['b'])
    expect(await outbox.waiting()).toEqual([])
  })

  it('undoes the check-in when a scan was undone after an upload whose response was lost', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    let isDown = true
    const { api, inside } = openDoor(() => (isDown ? Promise.reject(new Error('gone')) : Promise.resolve()))
    await outbox.keep(scan('a'))
    await expect(outbox.send(api, () => {})).rejects.toThrow('gone')
    await outbox.take('a')
    expect([[...inside], await outbox.waiting()]).toEqual([['qr_a'], []])
    isDown = false
    await outbox.send(api, () => {})
    expect([...inside]).toEqual([])
  })

  it('undoes the whole party when its scan is undone during the upload', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor(() => outbox.take('a'))
    await outbox.keep(scan('a', { others: ['hash of two', 'hash of three'] }))
    await outbox.send(api, () => {})
    expect([inside.size, await outbox.waiting()]).toEqual([0, []])
  })

  it('links the later scan for the rest of a party to its first scan', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor()
    await outbox.keep(scan('a'))
    await outbox.keep(scan('b', { qrCode: 'qr_a', ofScan: 'a', others: ['hash of two'], isForOthersAlone: true }))
    const told: Settled[] = []
    await outbox.send(api, (settled) => told.push(...settled))
    expect([...inside]).toEqual(['qr_a', 'two'])
    expect(told.map((each) => each.scan.ofScan)).toEqual([undefined, 'a'])
  })

  it('corrects the time of scans since the device’s clock was wrong, until their upload starts or the kiosk closes', async () => {
    const storage = storageInMemory()
    await createOutbox(storage, 'evt').keep(scan('closed', { scannedAt: '2026-06-02T02:00:00.000Z' }))
    const outbox = createOutbox(storage, 'evt')
    await outbox.keep(scan('before', { scannedAt: '2026-06-01T17:59:00.000Z' }))
    await outbox.keep(scan('after', { scannedAt: '2026-06-02T01:00:00.000Z' }))
    const correction = { from: Date.parse('2026-06-02T00:59:00Z'), byMs: -7 * 3_600_000 }
    await outbox.redate(correction)
    const times = async () => (await outbox.waiting()).map(({ id, scannedAt }) => [id, scannedAt])
    const corrected = [
      ['before', '2026-06-01T17:59:00.000Z'],
      ['after', '2026-06-01T18:00:00.000Z'],
      ['closed', '2026-06-02T02:00:00.000Z'],
    ]
    expect(await times()).toEqual(corrected)
    const upload = () => Promise.reject(new Error('lost'))
    await expect(outbox.send({ upload } as unknown as DoorApi, () => undefined)).rejects.toThrow('lost')
    await outbox.redate({ from: 0, byMs: 1_000 })
    expect(await times()).toEqual(corrected)
  })
})
