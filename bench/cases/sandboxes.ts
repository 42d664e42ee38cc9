import { setTimeout as sleep } from 'node:timers/promises'
import { figure, type Result } from '../../harness/results.ts'
import { startService } from '../../harness/service.ts'
import { WITHOUT_LIMITS } from '../stand.ts'

const [DAY_MS, GUESTS] = [86_400_000, 300]
const BEGIN = Date.UTC(2030, 0, 1, 9)
const REHEARSALS = [
  { guests: 50, most: 5 },
  { guests: 300, most: 30 },
]

const iso = (at: number) => new Date(at).toISOString()
const secondsOf = (ms: number) => Math.round(ms / 10) / 100

/** Advances a sandbox by a year with an event of 300 guests, and rehearses an event with 50 and 300. */
export const useSandboxes = async (): Promise<Result[]> => {
  const service = await startService({ env: WITHOUT_LIMITS })
  const send = async (line: string, credential: Record<string, string>, json?: object) => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...credential },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const { data } = (await answer.json()) as { data: unknown }
    if (!answer.ok) throw new Error(`${line} returned ${answer.status}`)
    return data
  }
  const session = { Authorization: `Bearer ${service.demo.tokens.owner}` }
  const newEvent = async (credential: Record<string, string>, at: number, fields: object = {}) =>
    (await send('POST /v1/events', credential, {
      title: 'Bench',
      timezone: 'Europe/Berlin',
      startAt: iso(at),
      endAt: iso(at + 7_200_000),
      status: 'PUBLISHED',
      reminderMinutes: [1_440, 60],
      ...fields,
    })) as { id: string }

  const year = async () => {
    const { key } = (await send('POST /calendars/demo-pro/sandboxes', session, { now: iso(BEGIN), seed: 7 })) as {
      key: string
    }
    const own = { 'x-svc-api-key': key }
    const { id } = await newEvent(own, BEGIN + 360 * DAY_MS, { capacity: GUESTS })
    const lines = Array.from({ length: GUESTS }, (_, index) => `guest${index}@example.org,Guest N${index}`)
    const file = btoa(['Email,Name', ...lines, ''].join('\n'))
    const importing = `POST /v1/events/${id}/guests/import`
    const { digest } = (await send(importing, own, { file, dryRun: true })) as { digest: string }
    await send(importing, own, { file, confirm: digest })
    const from = performance.now()
    const told = (await send('POST /v1/test/clock/advance', own, { to: iso(BEGIN + 365 * DAY_MS) })) as {
      status: string
    }
    for (let { status } = told; status !== 'READY';) {
      if (status === 'FAILED') throw new Error('the advance failed')
      await sleep(100)
      ;({ status } = (await send('GET /v1/test/clock', own)) as { status: string })
    }
    return performance.now() - from
  }

  const rehearsal = async (guests: number) => {
    const own = { 'x-svc-api-key': service.demo.apiKeys.pro }
    const { id } = await newEvent(own, Date.now() + 30 * DAY_MS, {
      capacity: guests,
      waitlistEnabled: true,
      tickets: [{ name: 'Seat', price: 2_500, currency: 'EUR' }],
    })
    const from = performance.now()
    const path = `/v1/events/${id}/rehearsals`
    const begun = (await send(`POST ${path}`, own, { guests, seed: 7 })) as { id: string; status: string }
    for (let { status } = begun; status !== 'DONE';) {
      if (status === 'FAILED') throw new Error('the rehearsal failed')
      await sleep(50)
      ;({ status } = (await send(`GET ${path}/${begun.id}`, own)) as { status: string })
    }
    return performance.now() - from
  }

  try {
    const results = [figure(`a year of an event with ${GUESTS} guests`, secondsOf(await year()), 's', { most: 10 })]
    for (const { guests, most } of REHEARSALS)
      results.push(figure(`rehearsal of ${guests} guests`, secondsOf(await rehearsal(guests)), 's', { most }))
    return results
  } finally {
    await service.stop()
  }
}
