import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { runtimeOptions } from '../scripts/start/runtime.ts'
import { openDoor, type DoorGuest } from '../test/support/host/door-rows.ts'
import { freePort } from '../test/support/host/free-port.ts'
import { startService } from '../test/support/host/service.ts'
import { sendAll, together, type Timed } from './load.ts'

const CONNECTIONS = 16
const SCANNERS = 64
const SCANS = Number(process.env.SCANS ?? 1_500)
const LEAST_RATIO = 0.6
const MOST_P99_RATIO = 5
const MOST_QR_MS = 8
const MOST_SIZE_RATIO = 1.15
const TURN = 250
const SMALL = 100
const SMALL_DOORS = 6

const FLOOR = fileURLToPath(new URL('door-floor.worker.mjs', import.meta.url))
let isGood = true

const report = (name: string, value: string, holds: boolean, bound: string) => {
  isGood &&= holds
  console.log(`  ${name.padEnd(56)}${value.padStart(16)}   (${bound}${holds ? '' : ': MISSED'})`)
}
const expectAll = ({ statuses }: Timed, status: number, count: number) => {
  if (statuses.get(status) !== count) throw new Error(`not ${count} times ${status}: ${JSON.stringify([...statuses])}`)
}

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-door-')))
const first = await startService({ dataDir: join(dir, 'service'), env: { RATE_LIMIT_SCALE: '10000' } })
await first.stop()
const doors = Object.fromEntries(
  Object.entries({ mid: SCANS + 200, big: 10_000, rush: 500, wide: SCANS }).map(([name, guests]) => [
    name,
    openDoor(first.dataDir, first.demo.events.pro.id, name, guests),
  ]),
) as Record<'mid' | 'big' | 'rush' | 'wide', DoorGuest[]>
const smalls = Array.from({ length: SMALL_DOORS }, (_, number) =>
  openDoor(first.dataDir, first.demo.events.pro.id, `small${number}`, SMALL),
)
const service = await startService({ dataDir: first.dataDir, port: first.port, env: { RATE_LIMIT_SCALE: '10000' } })
const floorPort = await freePort()
const floorOptions = {
  compatibilityDate: '2026-11-02',
  d1Databases: ['DB'],
  durableObjects: { DESK: { className: 'FloorDesk', useSQLite: true } },
}
const floor = new Miniflare(
  runtimeOptions({
    worker: { scriptPath: FLOOR, options: floorOptions },
    dataDir: join(dir, 'floor'),
    port: floorPort,
    vars: {},
    logLevel: 'warn',
  }),
)

const key = `x-svc-api-key: ${service.demo.apiKeys.pro}\r\n`
const get = (path: string) => `GET /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${key}\r\n`
const checkIn = (door: string, { qrCode }: DoorGuest) => {
  const body = JSON.stringify({ qrCode, gate: 'North' })
  return `POST /api/v1/events/evt_${door}/checkins HTTP/1.1\r\nhost: 127.0.0.1\r\n${key}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
const lookUp = (door: string, { qrCode }: DoorGuest) => get(`/v1/events/evt_${door}/checkins/lookup?qrCode=${qrCode}`)
const atFloor = (act: string, id: number) => `GET /${act}/g${id} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, number) => from + number)
const ours = (requests: string[], connections = CONNECTIONS) => sendAll(service.port, connections, requests)
const bare = (requests: string[], connections = CONNECTIONS) => sendAll(floorPort, connections, requests)

/** Ours and the floor in turns, so that the machine's moods fall on both alike. */
const inTurns = async (
  own: string[],
  least: string[],
  connections = CONNECTIONS,
): Promise<{ own: Timed; least: Timed }> => {
  const parts: { own: Timed[]; least: Timed[] } = { own: [], least: [] }
  for (let start = 0; start < own.length; start += TURN) {
    parts.least.push(await bare(least.slice(start, start + TURN), connections))
    parts.own.push(await ours(own.slice(start, start + TURN), connections))
  }
  return { own: together(parts.own), least: together(parts.least) }
}

const compare = (name: string, { own, least }: { own: Timed; least: Timed }) => {
  const ratio = own.rate / least.rate
  const rates = `${Math.round(own.rate)} / ${Math.round(least.rate)}`
  report(
    `${name}: req/s, ours / floor`,
    rates,
    ratio >= LEAST_RATIO,
    `${ratio.toFixed(2)} of the floor, at least ${LEAST_RATIO}`,
  )
}

try {
  await floor.ready
  await (await fetch(`http://127.0.0.1:${floorPort}/prepare`)).text()
  const { mid, big, rush, wide } = doors
  await ours(mid.slice(-200).map((guest) => checkIn('mid', guest)))
  await bare(numbers(200, 19_000).map((id) => atFloor('admit', id)))

  console.log(`the door, ${CONNECTIONS} connections, ${SCANS} requests each`)
  const fresh = await inTurns(
    mid.slice(0, SCANS).map((guest) => checkIn('mid', guest)),
    numbers(SCANS).map((id) => atFloor('admit', id)),
  )
  expectAll(fresh.own, 200, SCANS)
  compare('a fresh guest', fresh)

  const reads = numbers(SCANS).map((id) => atFloor('read', id))
  const duplicate = await inTurns(
    mid.slice(0, SCANS).map((guest) => checkIn('mid', guest)),
    reads,
  )
  expectAll(duplicate.own, 409, SCANS)
  compare('a duplicate', duplicate)
  const lookup = await inTurns(
    mid.slice(0, SCANS).map((guest) => lookUp('mid', guest)),
    reads,
  )
  expectAll(lookup.own, 200, SCANS)
  compare('a lookup', lookup)

  const crowd = await inTurns(
    wide.map((guest) => checkIn('wide', guest)),
    numbers(SCANS, SCANS).map((id) => atFloor('admit', id)),
    SCANNERS,
  )
  expectAll(crowd.own, 200, SCANS)
  const p99 = `${crowd.own.p99Ms.toFixed(0)} / ${crowd.least.p99Ms.toFixed(0)} ms`
  const p99Ratio = crowd.own.p99Ms / crowd.least.p99Ms
  report(
    `p99 under ${SCANNERS} scanners, ours / floor`,
    p99,
    p99Ratio <= MOST_P99_RATIO,
    `${p99Ratio.toFixed(2)}, at most ${MOST_P99_RATIO}`,
  )

  const sizes: { small: Timed[]; big: Timed[] } = { small: [], big: [] }
  for (const [turn, guests] of smalls.entries()) {
    sizes.small.push(await ours(guests.map((guest) => checkIn(`small${turn}`, guest))))
    sizes.big.push(await ours(big.slice(turn * SMALL, (turn + 1) * SMALL).map((guest) => checkIn('big', guest))))
  }
  const [atSmall, atBig] = [together(sizes.small), together(sizes.big)]
  const sizeRatio = atSmall.rate / atBig.rate
  report(
    'a fresh guest of 10,000 / of 100: req/s',
    `${Math.round(atBig.rate)} / ${Math.round(atSmall.rate)}`,
    sizeRatio <= MOST_SIZE_RATIO,
    `cost ${sizeRatio.toFixed(2)}, at most ${MOST_SIZE_RATIO}`,
  )

  const everyone = numbers(SCANNERS).flatMap((scanner) =>
    rush.map((_, at) => rush[(at + scanner) % rush.length] as DoorGuest),
  )
  const all = await ours(
    everyone.map((guest) => checkIn('rush', guest)),
    SCANNERS,
  )
  expectAll(all, 200, rush.length)
  expectAll(all, 409, everyone.length - rush.length)
  report(
    `${SCANNERS} scanners x ${rush.length} guests: req/s`,
    String(Math.round(all.rate)),
    true,
    `${rush.length} times 200, else 409`,
  )

  const images = await ours(
    mid.slice(0, 500).map(({ qrCode }) => get(`/public/qr/${qrCode}`)),
    1,
  )
  expectAll(images, 200, 500)
  const perImage = 1000 / images.rate
  report('a QR image of 300 pixels', `${perImage.toFixed(2)} ms`, perImage < MOST_QR_MS, `under ${MOST_QR_MS} ms`)
} finally {
  await floor.dispose()
  await service.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
