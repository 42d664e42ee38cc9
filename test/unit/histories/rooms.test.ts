import { describe, expect, it } from 'vitest'
import { rooms } from '../../../histories/checkers/rooms.ts'
import type { Act } from '../../../histories/history.ts'
import { done, maybe, violationsOf } from './written.ts'

const went = (way: 'IN' | 'OUT', scan?: string): Act => ({ kind: 'pass', way, guest: 'ada', ...(scan && { scan }) })

describe('in and out by turns', () => {
  it.each([
    ['in twice', [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'b'))], /went IN twice/],
    ['in twice at once', [done(1, 5, went('IN', 'a')), done(2, 4, went('IN', 'b'))], /went IN twice/],
    [
      'out twice',
      [done(1, 2, went('IN', 'a')), done(3, 4, went('OUT', 'b')), done(5, 6, went('OUT', 'c'))],
      /went OUT twice/,
    ],
    [
      'in twice, and out only afterwards',
      [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'b')), done(5, 6, went('OUT', 'c'))],
      /went IN twice/,
    ],
    ['out who was never in', [done(1, 2, went('OUT', 'a')), done(3, 4, went('IN', 'b'))], /never in/],
  ])('refuses: %s', (_, entries, says) => {
    expect(violationsOf(rooms, entries)).toEqual([expect.stringMatching(says)])
  })

  it.each([
    ['in, out and in', [done(1, 2, went('IN', 'a')), done(3, 4, went('OUT', 'b')), done(5, 6, went('IN', 'c'))]],
    ['an exit in doubt in between', [done(1, 2, went('IN', 'a')), maybe(3, went('OUT')), done(5, 6, went('IN', 'c'))]],
    [
      'an exit that ran beside',
      [done(1, 4, went('IN', 'a')), done(2, 6, went('OUT', 'b')), done(5, 7, went('IN', 'c'))],
    ],
    ['the same answer twice', [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'a'))]],
    ['an entry in doubt before the exit', [maybe(1, went('IN')), done(3, 4, went('OUT', 'b'))]],
  ])('takes: %s', (_, entries) => {
    expect(violationsOf(rooms, entries)).toEqual([])
  })
})
