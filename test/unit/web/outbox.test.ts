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

/** A door that lets in everybody who is uploaded, and knows who is inside. */
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

describe('a scan that is kept and taken back', () => {
  it('before it is sent is never sent', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor()
    await outbox.keep(scan('a'))
    await outbox.take('a')
    await outbox.send(api, () => {})
    expect([await outbox.waiting(), inside.size]).toEqual([[], 0])
  })

  it('while it is sent is undone at the service, and nobody hears that it was let in', async () => {
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

  it('after an upload whose answer was lost is undone once the service says what came of it', async () => {
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

  it('takes along who came by the same word, also where they have scans of their own by then', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor(() => outbox.take('a'))
    await outbox.keep(scan('a', { others: ['hash of two', 'hash of three'] }))
    await outbox.send(api, () => {})
    expect([inside.size, await outbox.waiting()]).toEqual([0, []])
  })

  it('knows who was brought in by a word of its own', async () => {
    const outbox = createOutbox(storageInMemory(), 'evt')
    const { api, inside } = openDoor()
    await outbox.keep(scan('a'))
    await outbox.keep(scan('b', { qrCode: 'qr_a', ofScan: 'a', others: ['hash of two'], isForOthersAlone: true }))
    const told: Settled[] = []
    await outbox.send(api, (settled) => told.push(...settled))
    expect([...inside]).toEqual(['qr_a', 'two'])
    expect(told.map((each) => each.scan.ofScan)).toEqual([undefined, 'a'])
  })
})
