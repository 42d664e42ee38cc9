import { describe, expect, it } from 'vitest'
import type { BatchResult } from '../../../src/db/turns.ts'
import { createAtEvent } from '../../../src/platform/at-event.ts'

const answering = (outcome: BatchResult) =>
  createAtEvent({ getByName: () => ({ write: () => Promise.resolve(outcome) }) } as never)
const TOLD = { deliveries: [0, 0], mails: [0, 0], watched: [] } as const

describe('a write at the object of an event that failed', () => {
  it('with others is to be asked again: nobody knows whose fault it was', async () => {
    const at = answering({ failed: 'D1_ERROR: something new', isShared: true })
    await expect(at.write('evt_1', [], TOLD)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('by itself fails in its own words', async () => {
    const at = answering({ failed: 'D1_ERROR: something new', isShared: false })
    await expect(at.write('evt_1', [], TOLD)).rejects.toThrow('D1_ERROR: something new')
  })
})
