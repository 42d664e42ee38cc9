import type { Mutant } from '../mutant.ts'

const feeds = ['test/api/feeds/feeds.test.ts']
const moves = ['test/api/guests/moves.test.ts']
const exports = ['test/api/exports/scheduled-exports.test.ts']
const live = ['test/api/checkins/live.test.ts']

export const secretMutants: Mutant[] = [
  {
    name: 'any feed token',
    rule: 'A wrong feed token is 404.',
    in: 'isInvited',
    file: 'read-feed.ts',
    swap: ['&& equalInConstantTime(await sha256Hex(token), feedTokenHash)', ''],
    tests: feeds,
  },
  {
    name: 'hidden events for everybody',
    rule: 'Only a token shows events that are unlisted or private.',
    in: 'readFeed',
    file: 'read-feed.ts',
    swap: ['token !== undefined', 'true'],
    tests: feeds,
  },
  {
    name: 'any manage link',
    rule: 'A manage link that was not made here is 404.',
    in: 'linkedBy',
    swap: ['equalInConstantTime(token, await linkTokenOf(purpose, linked, deriving)) ? linked : null', 'linked'],
    tests: moves,
  },
  {
    name: 'the link of an erased guest',
    rule: 'A manage link dies with its guest: transferred or erased.',
    in: 'managedBy',
    swap: ["managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null", 'false'],
    tests: moves,
  },
  {
    name: 'an erased guest comes back',
    rule: 'Erasing is for good: no move brings an erased guest back.',
    in: 'isMovable',
    swap: ['g.erased_at is null and', ''],
    tests: moves,
  },
  {
    name: 'export links without an end',
    rule: 'The link of an export ends.',
    in: 'downloadExport',
    swap: ['(known?.run.fileExpiresAt ?? 0) <= deps.clock()', 'false'],
    tests: exports,
  },
  {
    name: 'any export link',
    rule: 'The link of an export works only as it was made.',
    in: 'runOfToken',
    swap: ['equalInConstantTime(token, await tokenOf(runId, expiresAt, deps)) ? runId : null', 'runId'],
    tests: exports,
  },
  {
    name: 'texts compared by their start',
    rule: 'A secret is equal only as a whole.',
    in: 'equalInConstantTime',
    swap: ['a.length ^ b.length', '0'],
    tests: ['test/unit/kernel/crypto.test.ts'],
  },
  {
    name: 'live tickets used again',
    rule: 'A live ticket works once.',
    in: 'byTicket',
    swap: ['!(await deps.atEvent.spendTicket(eventId, nonce, expiresAt))', 'false'],
    tests: live,
  },
  {
    name: 'live tickets that have run out',
    rule: 'A live ticket lives 30 seconds.',
    in: 'byTicket',
    swap: ['ticket.expiresAt <= now ||', ''],
    tests: live,
  },
  {
    name: 'live tickets for any event',
    rule: 'A live ticket is bound to its event.',
    in: 'byTicket',
    swap: ['|| name.id !== ticket.eventId', ''],
    tests: live,
  },
  {
    name: 'watchers whose credential is gone',
    rule: 'A live socket closes once its credential is no longer good.',
    in: 'mayStillWatch',
    swap: ['good[holder.kind].has(idOf(holder))', 'true'],
    tests: live,
  },
]
