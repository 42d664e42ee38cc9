import { setTimeout as sleep } from 'node:timers/promises'
import type { Companion } from './companion.ts'

const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2030, 0, 1, 9)
const GUESTS = 5
const READ_EVERY_MS = 200

const iso = (at: number) => new Date(at).toISOString()

/** Creates a sandbox with an event and its guests, moves its clock by a week, and deletes it. */
export const sandboxesOf = (calendar: string, ownerToken: string): Companion => {
  const [asOwner, path] = [{ authorization: `Bearer ${ownerToken}` }, `/api/calendars/${calendar}/sandboxes`]
  return {
    name: 'sandbox',
    pauseMs: 5_000,
    async play({ ask, read, sawEffect }) {
      // A sandbox may be left over from a creation whose response was lost.
      const left = await read<{ id: string }[]>({ method: 'GET', path, headers: asOwner })
      for (const { id } of left) await ask({ method: 'DELETE', path: `${path}/${id}`, headers: asOwner })
      const { id, key } = await read<{ id: string; key: string }>({
        method: 'POST',
        path,
        headers: asOwner,
        body: { now: iso(BEGIN) },
      })
      const headers = { 'x-svc-api-key': key }
      const event = await read<{ id: string }>({
        method: 'POST',
        path: '/api/v1/events',
        headers,
        body: {
          title: 'Beside',
          timezone: 'Europe/Berlin',
          startAt: iso(BEGIN + 3 * DAY_MS),
          status: 'PUBLISHED',
          reminderMinutes: [1_440],
        },
      })
      for (let guest = 0; guest < GUESTS; guest += 1) {
        const body = { firstName: 'Ada', lastName: `Guest ${guest}`, email: `guest${guest}@example.org` }
        await ask({ method: 'POST', path: `/api/v1/events/${event.id}/guests`, headers, body })
      }

      const target = BEGIN + 7 * DAY_MS
      const clock = async () => {
        const shown = await read<{ now: string; status: string }>({
          method: 'GET',
          path: '/api/v1/test/clock',
          headers,
        })
        return { now: Date.parse(shown.now), status: shown.status }
      }
      let { now, status } = await clock()
      while (status !== 'FAILED' && now < target) {
        if (status === 'READY')
          await ask({ method: 'POST', path: '/api/v1/test/clock/advance', headers, body: { to: iso(target) } })
        else await sleep(READ_EVERY_MS)
        ;({ now, status } = await clock())
      }
      // Each write moves the clock by a millisecond.
      sawEffect('seconds between the clock and its target', 0, Math.round((now - target) / 1_000))
      const mails = await read<object[]>({ method: 'GET', path: '/api/v1/test/mails?kind=reminder', headers })
      sawEffect('reminders', GUESTS, mails.length)

      await ask({ method: 'DELETE', path: `${path}/${id}`, headers: asOwner })
      const gone = await ask({ method: 'GET', path: '/api/v1/me', headers })
      sawEffect('accepted keys of a deleted sandbox', 0, Number(gone.status < 300))
    },
  }
}
