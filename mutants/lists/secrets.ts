import type { Mutant } from '../mutant.ts'

const feeds = ['test/api/feeds/feeds.test.ts']
const linkKeys = ['test/api/guests/link-keys.test.ts']
const moves = ['test/api/guests/moves.test.ts']
const exports = ['test/api/exports/scheduled-exports.test.ts']
const live = ['test/api/checkins/live.test.ts']
const answerable = ['test/api/exports/answerable.test.ts']

const archives = ['test/api/archives/archives.test.ts']

export const secretMutants: Mutant[] = [
  {
    name: 'a restore writes rows that refer to another calendar',
    rule: 'A restore writes no row that belongs or refers to another calendar.',
    in: 'writeRows.isNotForeign',
    file: 'writing.ts',
    swap: [
      'sql`coalesce(${calendarOf(parent, id)}, ${calendarId}) = ${calendarId}`',
      'sql`coalesce(${id}, 1) is not null`',
    ],
    tests: archives,
  },
  {
    name: 'a restore writes rows of another calendar’s event',
    rule: 'A restore writes no row that belongs or refers to another calendar.',
    in: 'restorePart.counted',
    file: 'restores.store.ts',
    swap: ['case when changes() = ${part.rows.length} then row_count + changes() end', 'row_count + changes()'],
    tests: archives,
  },
  {
    name: 'a restore fills the change feed',
    rule: 'A restore sends nothing and adds nothing to the change feed.',
    in: 'silence',
    file: 'restores.store.ts',
    swap: ['and actor_id = ${stepId}', "and actor_id = ''"],
    tests: archives,
  },
  {
    name: 'a link to an archive outlives an erasure',
    rule: 'An archive that contains an erased guest cannot be downloaded.',
    in: 'archives',
    file: 'erase.ts',
    swap: [
      "set file_expires_at = ${erasingParam('now')}\n    from guests g where ${isGuestToErase} and archives",
      'set error = error\n    from guests g where ${isGuestToErase} and archives',
    ],
    tests: archives,
  },
  {
    name: 'any feed token works',
    rule: 'A wrong feed token gets 404.',
    in: 'isInvited',
    file: 'read-feed.ts',
    swap: ['&& equalInConstantTime(await sha256Hex(token), feedTokenHash)', ''],
    tests: feeds,
  },
  {
    name: 'anyone sees hidden events in a feed',
    rule: 'Only a feed token shows unlisted and private events.',
    in: 'readFeed',
    file: 'read-feed.ts',
    swap: ['token !== undefined', 'true'],
    tests: feeds,
  },
  {
    name: 'any manage link works',
    rule: 'A manage link that the service did not create is 404.',
    in: 'keyedClaim',
    swap: [' && equalInConstantTime(proof, await proofOf(purpose, claimed, calendar, deriving))', ''],
    tests: linkKeys,
  },
  {
    name: 'any manage link in the earlier form works',
    rule: 'A manage link in the form used before link keys is 404 unless this service created it.',
    in: 'earlierClaim',
    swap: ["equalInConstantTime(parts.join('.'), expected)", 'true'],
    tests: moves,
  },
  {
    name: 'restored calendars forget the key of their links',
    rule: 'A calendar with its own link key keeps the links that another service issued.',
    in: 'linkKeyOf',
    file: 'derived.ts',
    swap: ['vault.linkKeyOf(id, linkKeyCipher)', 'vault.linkKeyOf(id, null)'],
    tests: linkKeys,
  },
  {
    name: 'an unsubscribe link needs no proof',
    rule: 'An unsubscribe link that the service did not create is 404 and unsubscribes no one.',
    in: 'readBy',
    swap: [' || !(await reader.opens(reader, found.calendar))', ''],
    tests: linkKeys,
  },
  {
    name: 'links of erased and transferred guests work',
    rule: 'A manage link stops working when its guest transfers the registration or is erased.',
    in: 'managedBy',
    swap: ["managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null", 'false'],
    tests: moves,
  },
  {
    name: 'erased guests can be moved',
    rule: 'Erasure is final: no status change brings a guest back.',
    in: 'isMovable',
    swap: ['g.erased_at is null and', ''],
    tests: moves,
  },
  {
    name: 'export links never expire',
    rule: 'The download link of an export expires.',
    in: 'downloadExport',
    swap: ['(known?.run.fileExpiresAt ?? 0) <= deps.clock()', 'false'],
    tests: exports,
  },
  {
    name: 'any export link works',
    rule: 'An export link with a wrong token is 404.',
    in: 'runOfToken',
    swap: ['equalInConstantTime(token, await tokenOf(runId, expiresAt, deps)) ? runId : null', 'runId'],
    tests: exports,
  },
  {
    name: 'secrets are compared by their beginning',
    rule: 'Two secrets are equal only if their lengths are equal too.',
    in: 'equalInConstantTime',
    swap: ['a.length ^ b.length', '0'],
    tests: ['test/unit/kernel/crypto.test.ts'],
  },
  {
    name: 'live tickets can be reused',
    rule: 'A live ticket can be used once.',
    in: 'byTicket',
    swap: ['!(await deps.atEvent.spendTicket(eventId, nonce, expiresAt))', 'false'],
    tests: live,
  },
  {
    name: 'expired live tickets work',
    rule: 'A live ticket is valid for 30 seconds.',
    in: 'byTicket',
    swap: ['ticket.expiresAt <= now ||', ''],
    tests: live,
  },
  {
    name: 'a live ticket works for any event',
    rule: 'A live ticket is valid for one event only.',
    in: 'byTicket',
    swap: ['|| name.id !== ticket.eventId', ''],
    tests: live,
  },
  {
    name: 'watchers keep a revoked credential',
    rule: 'A live socket closes when its credential becomes invalid.',
    in: 'mayStillWatch',
    swap: ['usable[holder.kind].has(idOf(holder))', 'true'],
    tests: live,
  },
  {
    name: 'sockets are checked once a minute',
    rule: 'A live socket closes at most a minute after its credential was revoked, even if an alarm is late.',
    in: 'RECHECK_MS',
    file: 'watchers.ts',
    swap: ['MINUTE_MS / 2', 'MINUTE_MS'],
    tests: live,
  },
  {
    name: 'sockets of a revoked key wait for the alarm',
    rule: 'Revoking a key closes its live sockets at open doors at once.',
    in: 'recheckDoors',
    swap: ['atEvent.recheckWatchers(id)', 'atEvent.wake(id)'],
    tests: live,
  },
  {
    name: 'the creator of an export stays responsible',
    rule: 'Who changes recipients, dataset or event of a scheduled export becomes responsible for it.',
    in: 'sendsOtherData',
    returns: 'false',
    tests: answerable,
  },
  {
    name: 'exports of removed members go on',
    rule: 'Removing a member pauses the exports that they are responsible for.',
    in: 'pauseExportsOf',
    swap: ["set is_active = 0, next_run_at = null, paused_reason = 'CREATOR'", "set paused_reason = 'CREATOR'"],
    tests: answerable,
  },
  {
    name: 'runs of removed members are sent',
    rule: 'A file that is being written when the responsible member is removed is not sent.',
    in: 'pauseExportsOf',
    swap: ["where status in ('PENDING', 'RUNNING')", "where status in ('PENDING')"],
    tests: answerable,
  },
  {
    name: 'a lower role keeps exports of orders',
    rule: 'A manager is not responsible for exports of orders.',
    in: 'mayExport',
    swap: ["and ${dataset} <> 'ORDERS'", ''],
    tests: answerable,
  },
  {
    name: 'managers change what became an export of orders',
    rule: 'An edit is checked against the dataset that it read.',
    in: 'updateScheduledExportStatement',
    swap: ["same('dataset'),", ''],
    tests: answerable,
  },
]
