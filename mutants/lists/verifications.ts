import type { Mutant } from '../mutant.ts'

const verify = ['test/api/guests/verify-email.test.ts']

export const verificationMutants: Mutant[] = [
  {
    name: 'registered guests get a verification link',
    rule: 'Registering an address again emails that guest their registration, not a verification link.',
    in: 'byAsking',
    swap: [
      "case when x.id is null then ${verificationParam('expiresAt')} else ${verificationParam('now')} end",
      "${verificationParam('expiresAt')}",
    ],
    tests: verify,
  },
  {
    name: 'verification starts at a full event',
    rule: 'A registration that would fail for any address is refused before a verification email is sent.',
    in: 'mayAsk',
    file: 'place-guest.store.ts',
    swap: ['hasPlace,\n  hasRoomUnderQuota,', ''],
    tests: verify,
  },
  {
    name: 'emails to verified addresses are counted',
    rule: 'Emails to a verified address do not count towards the mailbox limit.',
    in: 'placeGuest',
    file: 'place-guest.ts',
    swap: ['verificationId === undefined ? mail : { ...mail, isLimited: false }', 'mail'],
    tests: verify,
  },
  {
    name: 'verification expires before its email goes out',
    rule: 'The 30 minutes of a verification link start when its email is sent.',
    in: 'untilMailed',
    swap: ['DAY_MS +', ''],
    tests: verify,
  },
  {
    name: 'verification never starts',
    rule: 'A verification link works for 30 minutes from when its email was sent.',
    in: 'attempt',
    swap: ["'verification'", "'nothing'"],
    tests: verify,
  },
  {
    name: 'verification links never expire',
    rule: 'A registration waits at most 30 minutes for verification.',
    in: 'waitingAt',
    swap: ['and(eq(verifications.id, id), gt(verifications.expiresAt, now))', 'eq(verifications.id, id)'],
    tests: verify,
  },
  {
    name: 'a used verification link forgets its guest',
    rule: 'Opening a verification link again returns the same registration.',
    in: 'markVerified',
    swap: ['${guestId} where id', 'null where id'],
    tests: verify,
  },
  {
    name: 'series registrations skip verification',
    rule: 'Registering for several dates does not bypass email verification.',
    in: 'fitted',
    swap: ['verifyEmail', 'verifyEmail && false'],
    tests: verify,
  },
  {
    name: 'unknown keys wake Durable Objects',
    rule: 'An unknown credential never wakes a Durable Object, whatever ID it names.',
    in: 'routedEventId',
    file: 'authenticate.ts',
    swap: ['(known.has(name) ? eventIn(subject) : null)', 'eventIn(subject)'],
    tests: ['test/contract/nobodys-cost.test.ts'],
  },
]
