import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { send } from './api.ts'
import type { Calendar } from './factories.ts'

export const BEGIN = '2030-03-01T09:00:00.000Z'

/** Creates a sandbox of the calendar, whose clock begins at `BEGIN`. */
export const newSandbox = async (calendar: Calendar, json: object = {}) => {
  const { status, text, body } = await send(`POST /calendars/${calendar.slug}/sandboxes`, {
    as: calendar.owner,
    json: { now: BEGIN, seed: 7, ...json },
  })
  expect(status, text).toBe(200)
  const { id, key } = body.data as { id: string; key: string }
  /** Calls the sandbox at the live service's paths, where the key selects the sandbox. */
  const call = async (line: string, sent?: object) => {
    const [method = '', path] = line.split(' ')
    const answer = await exports.default.fetch(
      new Request(`https://calendar.test/api${path}`, {
        method,
        headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      }),
    )
    // `any`: tests read answers without the service's own types.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
  }
  return { id, key, call }
}
