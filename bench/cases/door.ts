import { CROWD, DOOR, DOOR_SIZES, KEY, LUNCH, ROUNDS_AT_A_DOOR, RUSH, codeOf, doorOf } from '../fill.ts'
import { compare, compareSizes } from '../harness.ts'
import { figure, median, type Case } from '../../harness/results.ts'
import { requestOf, runLoad, type Load } from '../rounds.ts'
import type { Stand } from '../stand.ts'

const SCANNERS = 64
const SCANS_A_ROUND = 100
const MAX_RUSH_MS = 20_000
const headers = { 'x-svc-api-key': KEY }

const scan = (eventId: string, guest: number) =>
  requestOf({
    method: 'POST',
    path: `/api/v1/events/${eventId}/checkins`,
    headers,
    body: { qrCode: codeOf(eventId, guest), gate: 'North' },
  })
const bareScan = (eventId: string, guest: number) =>
  requestOf({ method: 'POST', path: '/checkins', body: { eventId, qrCode: codeOf(eventId, guest) } })

/** Returns one request per guest, then null. */
const eachOnce = (port: number, eventId: string, last: number, bytesOf: typeof scan, first = 1): Load => {
  let guest = first - 1
  return {
    port,
    status: 200,
    next: () => {
      guest += 1
      if (guest > last) return null
      return bytesOf(eventId, guest)
    },
  }
}

const IN_TURN = 100
/**
 * Cycles through 100 guests. The service merges simultaneous reads of the same guest into one, so repeating a single
 * guest would measure too little work.
 */
const inTurn = (port: number, eventId: string, status: number, bytesOf: typeof scan): Load => {
  let turn = 0
  return { port, status, next: () => bytesOf(eventId, (turn++ % IN_TURN) + 1) }
}

const lookup = (eventId: string, guest: number) =>
  requestOf({ path: `/api/v1/events/${eventId}/checkins/lookup?qrCode=${codeOf(eventId, guest)}`, headers })
const bareLookup = (eventId: string, guest: number) =>
  requestOf({ path: `/lookup?event=${eventId}&qrCode=${codeOf(eventId, guest)}` })

const doorway = async (stand: Stand) => {
  const { port, floorPort } = stand
  const fresh = await compare(stand, {
    name: 'first check-in / Durable Object, read, batch of three',
    subject: eachOnce(port, DOOR.id, DOOR.guests, scan),
    floor: eachOnce(floorPort, DOOR.id, DOOR.guests, bareScan),
    bound: { least: 0.45 },
  })
  const duplicate = await compare(stand, {
    name: 'repeated check-in / Durable Object and read',
    subject: inTurn(port, DOOR.id, 409, scan),
    floor: inTurn(floorPort, DOOR.id, 200, bareLookup),
    bound: { least: 0.65 },
  })
  const looked = await compare(stand, {
    name: 'lookup / Durable Object and read',
    subject: inTurn(port, DOOR.id, 200, lookup),
    floor: inTurn(floorPort, DOOR.id, 200, bareLookup),
    bound: { least: 0.65 },
  })
  const crowd = await compare(stand, {
    name: `p99 of first check-ins, ${SCANNERS} scanners / p99 of the floor`,
    subject: eachOnce(port, CROWD.id, CROWD.guests, scan),
    floor: eachOnce(floorPort, CROWD.id, CROWD.guests, bareScan),
    bound: { most: 5 },
    connections: SCANNERS,
    by: 'p99',
  })
  return [fresh, duplicate, looked, crowd]
}

/**
 * 64 scanners each scan every guest, each scanner starting with a different guest. Every guest must be admitted exactly
 * once. On a slow machine the time may run out before the last scans, but the 64 first scans already cover every guest.
 */
const rush = async ({ port }: Stand) => {
  let scans = 0
  const next = () => {
    const [scanner, turn] = [scans % SCANNERS, Math.floor(scans / SCANNERS)]
    scans += 1
    return turn < RUSH.guests ? scan(RUSH.id, ((turn + scanner) % RUSH.guests) + 1) : null
  }
  const ran = await runLoad({ port, status: [200, 409], next, connections: SCANNERS, forMs: MAX_RUSH_MS })
  const admitted = ran.statuses.get(200) ?? 0
  return [
    figure(`${SCANNERS} scanners × ${RUSH.guests} guests: guests admitted once`, admitted, 'guests', {
      least: RUSH.guests,
      most: RUSH.guests,
    }),
    figure(`the same, ${ran.delays.length} scans`, ran.perSecond, 'per second', {}),
  ]
}

const bySize = async ({ port }: Stand) => [
  await compareSizes({
    name: 'first check-in, by guests of the event',
    sizes: DOOR_SIZES.map((size) => ({
      size,
      load: (round) => {
        const first = size === SCANS_A_ROUND ? 1 : round * SCANS_A_ROUND + 1
        return eachOnce(port, doorOf(size, round), first + SCANS_A_ROUND - 1, scan, first)
      },
    })),
    bound: { most: 1.15 },
    rounds: ROUNDS_AT_A_DOOR - 1,
    roundMs: 5_000,
  }),
  await compareSizes({
    name: 'lookup, by guests of the event',
    sizes: DOOR_SIZES.map((size) => ({
      size,
      load: () => inTurn(port, doorOf(size, 0), 200, lookup),
    })),
    bound: { most: 1.15 },
  }),
]

const passage = (eventId: string, guest: number) =>
  requestOf({
    method: 'POST',
    path: `/api/v1/events/${eventId}/checkins`,
    headers,
    body: { qrCode: codeOf(eventId, guest), gate: 'North', checkpointId: LUNCH.checkpointId },
  })

/**
 * Compares a scan at a checkpoint with a scan of a different guest at the main door of the same event. The checkpoint
 * scan may cost at most 1.1 times as much.
 */
const checkpoint = async (stand: Stand) => {
  const { port } = stand
  const { id, guests } = LUNCH
  return [
    await compare(stand, {
      name: 'scan at a checkpoint / at the main door',
      subject: eachOnce(port, id, guests / 2, passage),
      floor: eachOnce(port, id, guests, scan, guests / 2 + 1),
      bound: { least: 1 / 1.1 },
    }),
  ]
}

const image = async ({ port }: Stand) => {
  let guest = 0
  const next = () => requestOf({ path: `/api/public/qr/${codeOf(DOOR.id, (guest += 1))}` })
  const { delays } = await runLoad({ port, status: 200, next, connections: 1, forMs: 1_000 })
  return [figure('QR image of 300 pixels, p50', median(delays), 'ms', { most: 8 })]
}

export const doorCases: Case[] = [
  { name: 'door', run: doorway },
  { name: 'door-rush', run: rush },
  { name: 'door-checkpoint', run: checkpoint },
  { name: 'door-size', run: bySize },
  { name: 'door-image', run: image },
]
