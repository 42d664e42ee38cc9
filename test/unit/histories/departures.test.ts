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

describe('of a scan and a departure exactly one holds', () => {
  it.each([
    ['both answered well, one after the other', [done(1, 2, scan('a')), done(3, 4, leave)], /came in and left as well/],
    ['both answered well, at once', [done(1, 5, leave), done(2, 4, scan('a'))], /came in and left as well/],
    ['in after they had left', [done(1, 2, leave), done(3, 4, scan('a'))], /came in and left as well/],
    ['in after a moderator had declined them', [done(1, 2, decline), done(3, 4, scan('a'))], /came in and left/],
    [
      'an undo of another check-in explains nothing',
      [done(1, 2, scan('a')), done(3, 4, takeBack('b')), done(5, 6, leave)],
      /came in and left as well/,
    ],
    [
      'an undo that came after both explains nothing',
      [done(1, 2, scan('a')), done(3, 4, leave), done(5, 6, takeBack('a'))],
      /came in and left as well/,
    ],
    ['in twice', [done(1, 2, scan('a')), done(3, 4, scan('b'))], /came in twice/],
    ['one read that says both', [done(1, 2, scan('a')), done(3, 4, saw('CHECKED_IN', false))], /CHECKED_IN and not in/],
    ['one read that says gone, and in', [maybe(1, leave), done(3, 4, saw('CANCELLED', true))], /CANCELLED and in/],
    ['told of a scan that nobody made', [done(1, 2, saw('CHECKED_IN'))], /nobody let them in/],
    ['told of a departure that nobody made', [done(1, 2, saw('CANCELLED'))], /did not leave/],
    ['told of another departure', [done(1, 2, decline), done(3, 4, saw('CANCELLED'))], /did not leave/],
    [
      'told of a scan that is undone',
      [done(1, 2, scan('a')), done(3, 4, takeBack('a')), done(5, 6, saw('CHECKED_IN'))],
      /nobody/,
    ],
    [
      'told of a scan that a moderator ended by confirming the guest',
      [done(1, 2, scan('a')), done(3, 4, restore), done(5, 6, saw('CHECKED_IN'))],
      /nobody/,
    ],
    ['a scan forgotten', [done(1, 2, scan('a')), done(3, 4, saw('CONFIRMED', false))], /but they are in/],
    [
      'gone although they are in',
      [done(1, 2, scan('a')), maybe(1, leave), done(3, 4, saw('CANCELLED'))],
      /but they are in/,
    ],
    ['a departure forgotten', [done(1, 2, leave), done(3, 4, saw('CONFIRMED'))], /but they are gone/],
    [
      'gone although a moderator has brought them back',
      [done(1, 2, leave), done(3, 4, restore), done(5, 6, saw('CANCELLED'))],
      /did not leave/,
    ],
  ])('refuses: %s', (_, entries, says) => {
    expect(violationsOf(departures, entries)).toEqual([expect.stringMatching(says)])
  })

  it.each([
    ['an undo in between', [done(1, 2, scan('a')), done(3, 4, takeBack('a')), done(5, 6, leave)]],
    ['an undo in doubt in between', [done(1, 2, scan('a')), maybe(2, takeBack('a')), done(5, 6, leave)]],
    [
      'a moderator’s word that ended the scan',
      [done(1, 2, scan('a')), done(3, 4, decline), done(5, 6, saw('DECLINED', false))],
    ],
    [
      'a moderator’s word beside the scan',
      [done(1, 5, decline), done(2, 4, scan('a')), done(6, 7, saw('DECLINED', false))],
    ],
    ['whoever was brought back comes in', [done(1, 2, leave), done(3, 4, restore), done(5, 6, scan('a'))]],
    ['a second scan after the moderator', [done(1, 2, scan('a')), done(3, 4, restore), done(5, 6, scan('b'))]],
    ['a departure in doubt, either way', [maybe(1, leave), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CANCELLED'))]],
    [
      'a scan in doubt, either way',
      [maybe(1, scan()), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CHECKED_IN', true))],
    ],
    [
      'who is in stays when the money goes back',
      [done(1, 2, scan('a')), done(3, 4, refund), done(5, 6, saw('CHECKED_IN'))],
    ],
    ['who is not in goes with the money', [done(3, 4, refund), done(5, 6, saw('CANCELLED', false))]],
    [
      'a read beside a scan, either way',
      [done(1, 9, scan('a')), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CHECKED_IN'))],
    ],
    [
      'a read beside a departure, either way',
      [done(1, 9, leave), done(2, 3, saw('CONFIRMED')), done(4, 5, saw('CANCELLED'))],
    ],
  ])('takes: %s', (_, entries) => {
    expect(violationsOf(departures, entries)).toEqual([])
  })
})
