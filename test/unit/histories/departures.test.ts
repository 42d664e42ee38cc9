import { describe, expect, it } from 'vitest'
import { departures } from '../../../histories/checkers/departures.ts'
import type { Act } from '../../../histories/history.ts'
import { done, maybe, violationsOf } from './written.ts'

const guest = 'ada'
const scan = (checkin?: string): Act => ({ kind: 'scan', guest, ...(checkin && { checkin }) })
const takeBack = (checkin: string): Act => ({ kind: 'takeBack', guest, checkin })
const leave: Act = { kind: 'depart', guest, by: 'themselves', to: 'CANCELLED' }
const decline: Act = { kind: 'depart', guest, by: 'moderator', to: 'DECLINED' }
const refund: Act = { kind: 'depart', guest, by: 'refund', to: 'CANCELLED' }
const restore: Act = { kind: 'restore', guest }
const saw = (status: string, isIn?: boolean): Act => ({
  kind: 'sawStanding',
  guest,
  status,
  ...(isIn !== undefined && { isIn }),
})

describe('departures', () => {
  it.each([
    [
      'scan and departure both succeed in sequence',
      [done(1, 2, scan('a')), done(3, 4, leave)],
      /checked in and cancelled as well/,
    ],
    [
      'scan and departure both succeed while overlapping',
      [done(1, 5, leave), done(2, 4, scan('a'))],
      /checked in and cancelled as well/,
    ],
    [
      'a scan succeeds after the departure',
      [done(1, 2, leave), done(3, 4, scan('a'))],
      /checked in and cancelled as well/,
    ],
    [
      'a scan succeeds after a moderator declined the guest',
      [done(1, 2, decline), done(3, 4, scan('a'))],
      /checked in and cancelled/,
    ],
    [
      'an undo of another check-in between scan and departure',
      [done(1, 2, scan('a')), done(3, 4, takeBack('b')), done(5, 6, leave)],
      /checked in and cancelled as well/,
    ],
    [
      'an undo only after both',
      [done(1, 2, scan('a')), done(3, 4, leave), done(5, 6, takeBack('a'))],
      /checked in and cancelled as well/,
    ],
    ['two scans without an undo', [done(1, 2, scan('a')), done(3, 4, scan('b'))], /checked in twice/],
    [
      'CHECKED_IN but not inside in one read',
      [done(1, 2, scan('a')), done(3, 4, saw('CHECKED_IN', false))],
      /CHECKED_IN and not checked in/,
    ],
    [
      'CANCELLED but inside in one read',
      [maybe(1, leave), done(3, 4, saw('CANCELLED', true))],
      /CANCELLED and checked in/,
    ],
    ['CHECKED_IN without a scan', [done(1, 2, saw('CHECKED_IN'))], /no check-in explains it/],
    ['CANCELLED without a departure', [done(1, 2, saw('CANCELLED'))], /no cancellation explains it/],
    ['CANCELLED after a decline', [done(1, 2, decline), done(3, 4, saw('CANCELLED'))], /no cancellation explains it/],
    [
      'CHECKED_IN after the scan was undone',
      [done(1, 2, scan('a')), done(3, 4, takeBack('a')), done(5, 6, saw('CHECKED_IN'))],
      /no check-in explains it/,
    ],
    [
      'CHECKED_IN after a moderator set the guest to confirmed',
      [done(1, 2, scan('a')), done(3, 4, restore), done(5, 6, saw('CHECKED_IN'))],
      /no check-in explains it/,
    ],
    ['CONFIRMED after a scan', [done(1, 2, scan('a')), done(3, 4, saw('CONFIRMED', false))], /but they are checked in/],
    [
      'CANCELLED although the guest is inside',
      [done(1, 2, scan('a')), maybe(1, leave), done(3, 4, saw('CANCELLED'))],
      /but they are checked in/,
    ],
    ['CONFIRMED after a departure', [done(1, 2, leave), done(3, 4, saw('CONFIRMED'))], /but they had left/],
    [
      'CANCELLED after a moderator restored the guest',
      [done(1, 2, leave), done(3, 4, restore), done(5, 6, saw('CANCELLED'))],
      /no cancellation explains it/,
    ],
  ])('rejects: %s', (_, entries, says) => {
    expect(violationsOf(departures, entries)).toEqual([expect.stringMatching(says)])
  })

  it.each([
    ['an undo between scan and departure', [done(1, 2, scan('a')), done(3, 4, takeBack('a')), done(5, 6, leave)]],
    [
      'an uncertain undo between scan and departure',
      [done(1, 2, scan('a')), maybe(2, takeBack('a')), done(5, 6, leave)],
    ],
    [
      'a moderator’s decline after the scan',
      [done(1, 2, scan('a')), done(3, 4, decline), done(5, 6, saw('DECLINED', false))],
    ],
    [
      'a moderator’s decline that overlaps the scan',
      [done(1, 5, decline), done(2, 4, scan('a')), done(6, 7, saw('DECLINED', false))],
    ],
    ['a scan after the guest was restored', [done(1, 2, leave), done(3, 4, restore), done(5, 6, scan('a'))]],
    [
      'a second scan after a moderator restored the guest',
      [done(1, 2, scan('a')), done(3, 4, restore), done(5, 6, scan('b'))],
    ],
    [
      'an uncertain departure, seen or not',
      [maybe(1, leave), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CANCELLED'))],
    ],
    [
      'an uncertain scan, seen or not',
      [maybe(1, scan()), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CHECKED_IN', true))],
    ],
    [
      'a refund leaves a checked-in guest inside',
      [done(1, 2, scan('a')), done(3, 4, refund), done(5, 6, saw('CHECKED_IN'))],
    ],
    ['a refund cancels a guest who is not inside', [done(3, 4, refund), done(5, 6, saw('CANCELLED', false))]],
    [
      'a read that overlaps a scan, either result',
      [done(1, 9, scan('a')), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CHECKED_IN'))],
    ],
    [
      'a read that overlaps a departure, either result',
      [done(1, 9, leave), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CANCELLED'))],
    ],
  ])('accepts: %s', (_, entries) => {
    expect(violationsOf(departures, entries)).toEqual([])
  })
})
