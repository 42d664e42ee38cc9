import { describe, expect, it } from 'vitest'
import { replicas } from '../../../histories/checkers/replicas.ts'
import type { Replica } from '../../../histories/replica.ts'
import { violationsOf } from './written.ts'

const guest = { id: 'ada', status: 'CONFIRMED', waitlistPosition: null }
const listed = { 'guest ada': guest, 'event hall': { id: 'hall', title: 'Hall', spotsRemaining: 1 } }

const replica = (more: Partial<Replica> = {}): Replica => ({
  name: 'main one',
  kept: listed,
  listed,
  stretches: [[3, 7, 8]],
  restarts: 0,
  resyncs: 0,
  ...more,
})
const judged = (...all: Replica[]) => violationsOf(replicas, [], { replicas: all })

describe('replicas', () => {
  it('accepts a replica that equals the lists, ignoring computed fields such as spotsRemaining', () => {
    const kept = { ...listed, 'event hall': { id: 'hall', title: 'Hall', spotsRemaining: 0 } }
    expect(judged(replica({ kept }), replica({ name: 'main two' }))).toEqual([])
  })

  it.each([
    { name: 'lacks an object', kept: { 'event hall': listed['event hall'] }, says: 'guest ada is missing' },
    {
      name: 'keeps a deleted object',
      kept: { ...listed, 'guest bo': guest },
      says: 'guest bo is no longer in any list',
    },
    {
      name: 'missed a change',
      kept: { ...listed, 'guest ada': { ...guest, status: 'PENDING' } },
      says: 'guest ada: status is "PENDING", not "CONFIRMED"',
    },
  ])('rejects a replica that $name', ({ kept, says }) => {
    expect(judged(replica({ kept }))).toEqual([`main one: ${says}`])
  })

  it('rejects seq 7 after 8 and a repeated 8, except after a restart', () => {
    expect(judged(replica({ stretches: [[3, 8, 7]] }))).toEqual(['main one: 7 came after 8'])
    expect(judged(replica({ stretches: [[3, 8, 8]] }))).toEqual(['main one: 8 came after 8'])
    expect(
      judged(
        replica({
          stretches: [
            [3, 7, 8],
            [7, 8, 9],
          ],
        }),
      ),
    ).toEqual([])
  })

  it('rejects a change seen by one replica only, counting from where both had started', () => {
    const late = replica({ name: 'main two', stretches: [[7, 9]] })
    expect(judged(replica({ stretches: [[3, 7, 8, 9]] }), late)).toEqual(['8 was sent only to main one'])
    expect(judged(replica({ stretches: [[3, 7, 9]] }), late)).toEqual([])
    expect(judged(replica(), replica({ name: 'gate', stretches: [[4]] }))).toEqual([])
  })
})
