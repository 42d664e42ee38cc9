import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../src/kernel/time.ts'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { compareSizes, type Sized } from '../harness.ts'
import { requestOf, type Request } from '../rounds.ts'
import { WITHOUT_LIMITS } from '../stand.ts'
import { CALENDAR, EVENT, FEED_TOKEN, FEW, fillMillion, MILLION_KEY, MANY, type Size } from './million-rows.ts'

const codeOf = (guest: number) => `qr_million${String(guest).padStart(15, '0')}`

const subjectOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

const startFilled = async (dataDir: string, size: Size): Promise<RunningService> => {
  const first = await startService({ dataDir, env: WITHOUT_LIMITS })
  const owner = subjectOf(first.demo.tokens.owner)
  await first.stop()
  withDatabase(dataDir, (database) => fillMillion(database, size, owner, Date.now()))
  return startService({ dataDir, env: WITHOUT_LIMITS })
}

const keyed = { 'x-svc-api-key': MILLION_KEY }

const IMPORTED = btoa(
  [
    'Email,Name',
    ...Array.from({ length: 20 }, (_, index) => `guest${index + 1}@example.org,Ada${index + 1} Lovelace`),
  ].join('\n'),
)

/** The requests sent to both services. If a response could be cached, each request differs from all earlier ones. */
const requestCases = () => {
  let [moment, scanned, came] = [Date.now(), 0, 0]
  const since = () => new Date((moment += 1)).toISOString()
  const sessionOf = ({ demo }: RunningService) => ({ authorization: `Bearer ${demo.tokens.owner}` })
  const cases: Record<string, (service: RunningService) => Request> = {
    'list events, open': () => ({ path: `/api/calendars/${CALENDAR}/events?limit=50&from=${since()}` }),
    'list events, API key': () => ({ path: `/api/v1/calendars/${CALENDAR}/events?limit=50`, headers: keyed }),
    'list guests': () => ({ path: `/api/v1/events/${EVENT}/guests?limit=50`, headers: keyed }),
    'search guests': () => ({ path: `/api/v1/events/${EVENT}/guests?limit=50&q=ada99`, headers: keyed }),
    'look a code up': () => ({
      path: `/api/v1/events/${EVENT}/checkins/lookup?qrCode=${codeOf(1_000)}`,
      headers: keyed,
    }),
    'check in': () => ({
      method: 'POST',
      path: `/api/v1/events/${EVENT}/checkins`,
      headers: keyed,
      body: { qrCode: codeOf((scanned += 1)) },
    }),
    register: () => ({
      method: 'POST',
      path: `/api/public/events/${EVENT}/registrations`,
      body: { firstName: 'Ada', lastName: 'Million', email: `m${(came += 1)}@example.org` },
    }),
    'page of the change feed': () => ({ path: '/api/v1/changes?limit=100', headers: keyed }),
    'calendar feed (ICS)': () => ({ path: `/api/calendars/${CALENDAR}/events.ics?token=${FEED_TOKEN}` }),
    "export an event's guests": () => ({ path: `/api/v1/events/${EVENT}/export?format=csv`, headers: keyed }),
    'statistics of an event': () => ({ path: `/api/v1/events/${EVENT}/statistics`, headers: keyed }),
    'analytics of a calendar': (service) => ({
      path: `/api/calendars/${CALENDAR}/analytics?from=${new Date(moment - 7 * DAY_MS).toISOString().slice(0, 10)}&to=${since().slice(0, 10)}`,
      headers: sessionOf(service),
    }),
    "console: a calendar's events": (service) => ({
      path: `/api/events?calendarSlug=${CALENDAR}&limit=50`,
      headers: sessionOf(service),
    }),
    "console: an event's guests": (service) => ({
      path: `/api/events/${EVENT}/guests?limit=50`,
      headers: sessionOf(service),
    }),
    'list invoices': () => ({ path: `/api/v1/calendars/${CALENDAR}/documents?limit=50`, headers: keyed }),
    'summary of money': () => ({ path: `/api/v1/calendars/${CALENDAR}/money/summary`, headers: keyed }),
    'export postings': () => ({ path: `/api/v1/calendars/${CALENDAR}/money/postings`, headers: keyed }),
    'list bank lines': () => ({ path: `/api/v1/calendars/${CALENDAR}/bank-lines?limit=50`, headers: keyed }),
    'import 20 guests, dry run': () => ({
      method: 'POST',
      path: `/api/v1/events/${EVENT}/guests/import`,
      headers: keyed,
      body: { file: IMPORTED, dryRun: true },
    }),
    'apps of a calendar': (service) => ({ path: `/api/calendars/${CALENDAR}/apps`, headers: sessionOf(service) }),
    'calendars of a user': (service) => ({ path: '/api/calendars', headers: sessionOf(service) }),
  }
  return cases
}

/** 409 is the response for a guest who has already checked in. */
const STATUSES = [200, 409]

/** Starts two separate services. Filling their databases takes a few minutes. */
export const compareMillion = async () => {
  const root = mkdtempSync(join(tmpdir(), 'event-calendar-million-'))
  const few = await startFilled(join(root, 'few'), FEW)
  const many = await startFilled(join(root, 'many'), MANY)
  const [ofFew, ofMany] = [requestCases(), requestCases()]
  try {
    const results = []
    for (const name of Object.keys(ofFew)) {
      const sized = (size: number, service: RunningService, cases: ReturnType<typeof requestCases>): Sized => {
        const one = cases[name]
        if (one === undefined) throw new Error(`no request is called ${name}`)
        return { size, load: () => ({ port: service.port, status: STATUSES, next: () => requestOf(one(service)) }) }
      }
      const sizes = [sized(FEW.guests, few, ofFew), sized(MANY.guests, many, ofMany)]
      results.push(await compareSizes({ name, sizes, bound: { most: 1.5 } }))
    }
    return results
  } finally {
    await few.stop()
    await many.stop()
    rmSync(root, { recursive: true, force: true })
  }
}
