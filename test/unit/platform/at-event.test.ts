import { describe, expect, it } from 'vitest'
import type { BatchResult } from '../../../src/db/turns.ts'
import { createAtEvent, eventsIn } from '../../../src/platform/at-event.ts'

const answering = (outcome: BatchResult) =>
  createAtEvent({ getByName: () => ({ write: () => Promise.resolve(outcome) }) } as never)
const TOLD = { deliveries: [0, 0], mails: [0, 0], watched: [] } as const

describe('createAtEvent, failed write', () => {
  it('throws unavailable if the batch was shared, since any write in it may be the cause', async () => {
    const at = answering({ failed: 'D1_ERROR: something new', isShared: true })
    await expect(at.write('evt_1', [], TOLD)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('throws the database error if the batch had no other write', async () => {
    const at = answering({ failed: 'D1_ERROR: something new', isShared: false })
    await expect(at.write('evt_1', [], TOLD)).rejects.toThrow('D1_ERROR: something new')
  })
})

describe('eventsIn', () => {
  const everywhere = { jurisdiction: (name: string) => `objects in ${name}` }

  it('returns the objects in the jurisdiction of the deployment', () => {
    expect(eventsIn({ EVENTS: everywhere as never, JURISDICTION: 'eu' })).toBe('objects in eu')
    expect(eventsIn({ EVENTS: everywhere as never })).toBe(everywhere)
  })
})
