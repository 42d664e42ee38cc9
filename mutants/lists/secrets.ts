import type { Mutant } from '../mutant.ts'

const feeds = ['test/api/feeds/feeds.test.ts']
const moves = ['test/api/guests/moves.test.ts']
const exports = ['test/api/exports/scheduled-exports.test.ts']
const live = ['test/api/checkins/live.test.ts']

export const secretMutants: Mutant[] = [
  {
    name: 'any feed token',
    rule: 'A wrong feed token is 404.',
    file: 'src/modules/feeds/read-feed.ts',
    text: 'feedTokenHash !== null && equalInConstantTime(await sha256Hex(token), feedTokenHash)',
    becomes: 'feedTokenHash !== null',
    tests: feeds,
  },
  {
    name: 'hidden events for everybody',
    rule: 'Only a token shows events that are unlisted or private.',
    file: 'src/modules/feeds/read-feed.ts',
    text: 'withHidden: token !== undefined',
    becomes: 'withHidden: true',
    tests: feeds,
  },
  {
    name: 'any manage link',
    rule: 'A manage link that was not made here is 404.',
    file: 'src/access/derived.ts',
    text: 'equalInConstantTime(token, await linkTokenOf(purpose, linked, deriving)) ? linked : null',
    becomes: 'linked',
    tests: moves,
  },
  {
    name: 'the link of an erased guest',
    rule: 'A manage link dies with its guest: transferred or erased.',
    file: 'src/modules/seats/manage-token.ts',
    text: "managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null",
    becomes: 'false',
    tests: moves,
  },
  {
    name: 'an erased guest comes back',
    rule: 'Erasing is for good: no move brings an erased guest back.',
    file: 'src/modules/guests/moderation/moves.store.ts',
    text: 'sql`g.erased_at is null and ${from}`',
    becomes: 'sql`${from}`',
    tests: moves,
  },
  {
    name: 'export links without an end',
    rule: 'The link of an export ends.',
    file: 'src/modules/exports/download-export.ts',
    text: '(known?.run.fileExpiresAt ?? 0) <= deps.clock()',
    becomes: 'false',
    tests: exports,
  },
  {
    name: 'any export link',
    rule: 'The link of an export works only as it was made.',
    file: 'src/modules/exports/download-export.ts',
    text: 'equalInConstantTime(token, await tokenOf(runId, expiresAt, deps)) ? runId : null',
    becomes: 'runId',
    tests: exports,
  },
  {
    name: 'texts compared by their start',
    rule: 'A secret is equal only as a whole.',
    file: 'src/kernel/crypto.ts',
    text: 'let difference = a.length ^ b.length',
    becomes: 'let difference = 0',
    tests: ['test/unit/kernel/crypto.test.ts'],
  },
  {
    name: 'live tickets used again',
    rule: 'A live ticket works once.',
    file: 'src/operation/authenticate.ts',
    text: '!(await deps.atEvent.spendTicket(eventId, nonce, expiresAt))',
    becomes: 'false',
    tests: live,
  },
  {
    name: 'live tickets that have run out',
    rule: 'A live ticket lives 30 seconds.',
    file: 'src/operation/authenticate.ts',
    text: 'ticket === null || ticket.expiresAt <= now ||',
    becomes: 'ticket === null ||',
    tests: live,
  },
  {
    name: 'live tickets for any event',
    rule: 'A live ticket is bound to its event.',
    file: 'src/operation/authenticate.ts',
    text: "name?.by !== 'eventId' || name.id !== ticket.eventId",
    becomes: "name?.by !== 'eventId'",
    tests: live,
  },
  {
    name: 'watchers whose credential is gone',
    rule: 'A live socket closes once its credential is no longer good.',
    file: 'src/access/watchers.store.ts',
    text: 'good[holder.kind].has(idOf(holder)) &&',
    becomes: 'true &&',
    tests: live,
  },
]
