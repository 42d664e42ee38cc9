import type { Mutant } from '../mutant.ts'

const verify = ['test/api/guests/verify-email.test.ts']

export const verificationMutants: Mutant[] = [
  {
    name: 'a link to confirm for who is registered already',
    rule: 'Under a taken address the mail is the one its guest gets again.',
    in: 'byAsking',
    swap: ["case when x.id is null then ${asked('expiresAt')} else ${asked('now')} end", "${asked('expiresAt')}"],
    tests: verify,
  },
  {
    name: 'a registration that waits at an event that is over its room',
    rule: 'What does not hang on the address is refused at once.',
    in: 'mayAsk',
    file: 'place-guest.store.ts',
    swap: ['hasPlace,\n  hasRoomUnderQuota,', ''],
    tests: verify,
  },
  {
    name: 'a confirmed address counted',
    rule: 'Who opened a link that was mailed there asked for what follows.',
    in: 'place',
    file: 'place-guest.ts',
    swap: ['verificationId === undefined ? mail : { ...mail, isLimited: false }', 'mail'],
    tests: verify,
  },
  {
    name: 'a half hour that ends before its mail goes',
    rule: 'The half hour begins when the mail goes.',
    in: 'untilMailed',
    swap: ['DAY_MS +', ''],
    tests: verify,
  },
  {
    name: 'a half hour that never begins',
    rule: 'The link works for half an hour from when its mail went.',
    in: 'attempt',
    swap: ["'verification'", "'nothing'"],
    tests: verify,
  },
  {
    name: 'a link that works for ever',
    rule: 'A registration waits for 30 minutes.',
    in: 'waitingAt',
    swap: ['and(eq(verifications.id, id), gt(verifications.expiresAt, now))', 'eq(verifications.id, id)'],
    tests: verify,
  },
  {
    name: 'a link that forgets whom it made',
    rule: 'A link that is used again answers what came of it.',
    in: 'markVerified',
    swap: ['${guestId} where id', 'null where id'],
    tests: verify,
  },
  {
    name: 'several dates without the word of the address',
    rule: 'Several dates are no way around it.',
    in: 'fitted',
    swap: ['verifyEmail', 'verifyEmail && false'],
    tests: verify,
  },
  {
    name: 'objects woken by keys that are made up',
    rule: 'A credential that nobody knows wakes no object, whatever id it names.',
    in: 'pathOf',
    file: 'authenticate.ts',
    swap: ['(known.has(name) ? eventIn(subject) : null)', 'eventIn(subject)'],
    tests: ['test/contract/nobodys-cost.test.ts'],
  },
]
