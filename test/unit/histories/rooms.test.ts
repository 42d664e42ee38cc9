import { describe, expect, it } from 'vitest'
import { rooms } from '../../../histories/checkers/rooms.ts'
import type { Act } from '../../../histories/history.ts'
import { done, maybe, violationsOf } from './written.ts'

const went = (way: 'IN' | 'OUT', scan?: string): Act => ({ kind: 'pass', way, guest: 'ada', ...(scan && { scan }) })

describe('rooms', () => {
  it.each([
    ['two entries', [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'b'))], /went IN twice/],
    ['two overlapping entries', [done(1, 5, went('IN', 'a')), done(2, 4, went('IN', 'b'))], /went IN twice/],
    [
      'two exits',
      [done(1, 2, went('IN', 'a')), done(3, 4, went('OUT', 'b')), done(5, 6, went('OUT', 'c'))],
      /went OUT twice/,
    ],
    [
      'two entries followed by an exit',
      [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'b')), done(5, 6, went('OUT', 'c'))],
      /went IN twice/,
    ],
    ['an exit without an entry', [done(1, 2, went('OUT', 'a')), done(3, 4, went('IN', 'b'))], /without going IN/],
  ])('rejects: %s', (_, entries, says) => {
    expect(violationsOf(rooms, entries)).toEqual([expect.stringMatching(says)])
  })

  it.each([
    ['entry, exit, entry', [done(1, 2, went('IN', 'a')), done(3, 4, went('OUT', 'b')), done(5, 6, went('IN', 'c'))]],
    [
      'an uncertain exit between two entries',
      [done(1, 2, went('IN', 'a')), maybe(3, went('OUT')), done(5, 6, went('IN', 'c'))],
    ],
    [
      'an exit that overlaps the second entry',
      [done(1, 4, went('IN', 'a')), done(2, 6, went('OUT', 'b')), done(5, 7, went('IN', 'c'))],
    ],
    ['the same scan id twice', [done(1, 2, went('IN', 'a')), done(3, 4, went('IN', 'a'))]],
    ['an uncertain entry before the exit', [maybe(1, went('IN')), done(3, 4, went('OUT', 'b'))]],
  ])('accepts: %s', (_, entries) => {
    expect(violationsOf(rooms, entries)).toEqual([])
  })
})
