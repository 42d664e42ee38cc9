import type { Mutant } from '../mutant.ts'

const backup = ['test/e2e/backup.test.ts']
const egress = ['test/e2e/egress/egress.test.ts']
const doctor = ['test/e2e/doctor.test.ts']

export const hostMutants: readonly Mutant[] = [
  {
    name: 'a restore brings erased guests back',
    rule: 'A restore erases again what was erased since the backup.',
    in: 'prepare',
    file: 'restore-backup.ts',
    swap: ['eraseAgain(db, erasedDir, now)', '0'],
    tests: backup,
  },
  {
    name: 'a restore keeps the epoch of the feed',
    rule: 'Readers of the change feed start again after a restore.',
    in: 'prepare',
    file: 'restore-backup.ts',
    swap: ["db.exec('update change_feed set epoch = lower(hex(randomblob(8)))')", ''],
    tests: backup,
  },
  {
    name: 'a damaged backup is restored',
    rule: 'A restore compares every file with its hash.',
    in: 'unpack',
    file: 'restore-backup.ts',
    swap: ["if (!isSame || hash.digest('hex') !== sha256)", 'if (false as boolean)'],
    tests: backup,
  },
  {
    name: 'an old version opens data that it cannot read',
    rule: 'A version older than the oldest reader of the data refuses to start.',
    in: 'refuseNewerData',
    swap: ['isOlder(version, oldestReader)', 'isOlder(oldestReader, version)'],
    tests: backup,
  },
  {
    name: 'webhooks reach NAT64 addresses',
    rule: 'Webhooks reach no address that contains a private IPv4 address.',
    in: 'outboundBindings',
    swap: ['deny: [...TRANSLATED]', 'deny: []'],
    tests: egress,
  },
  {
    name: 'doctor accepts a proxy that callers can fool',
    rule: 'A proxy that forwards X-Forwarded-For unchanged is reported.',
    in: 'forwarded',
    file: 'network.ts',
    swap: ['caller === FORGED', "caller === ''"],
    tests: doctor,
  },
  {
    name: 'one credential opens any number of live sockets',
    rule: 'A credential has at most 30 live sockets per event.',
    in: 'Watchers.accept',
    swap: ['held.length >= SOCKETS_PER_HOLDER', 'held.length >= Infinity'],
    tests: ['test/api/checkins/live.test.ts'],
  },
]
