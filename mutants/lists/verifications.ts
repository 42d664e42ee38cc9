import type { Mutant } from '../mutant.ts'

const STORE = 'src/modules/seats/verifications.store.ts'
const PLACING = 'src/modules/guests/registration/place-guest.store.ts'
const verify = ['test/api/guests/verify-email.test.ts']

export const verificationMutants: Mutant[] = [
  {
    name: 'a link to confirm for who is registered already',
    rule: 'Under a taken address the mail is the one its guest gets again.',
    file: PLACING,
    text: "case when x.id is null then ${asked('expiresAt')} else ${asked('now')} end",
    becomes: "${asked('expiresAt')}",
    tests: verify,
  },
  {
    name: 'a registration that waits at an event that is over its room',
    rule: 'What does not hang on the address is refused at once.',
    file: PLACING,
    text: '  ...isOnSale,\n  hasPlace,\n  hasRoomUnderQuota,\n  ...mayBeRedeemed,\n',
    becomes: '  ...isOnSale,\n  ...mayBeRedeemed,\n',
    tests: verify,
  },
  {
    name: 'a confirmed address counted',
    rule: 'Who opened a link that was mailed there asked for what follows.',
    file: 'src/modules/guests/registration/place-guest.ts',
    text: 'verificationId === undefined ? mail : { ...mail, isLimited: false }',
    becomes: 'mail',
    tests: verify,
  },
  {
    name: 'a half hour that ends before its mail goes',
    rule: 'The half hour begins when the mail goes.',
    file: STORE,
    text: 'now + DAY_MS + WAITS_MS',
    becomes: 'now + WAITS_MS',
    tests: verify,
  },
  {
    name: 'a half hour that never begins',
    rule: 'The link works for half an hour from when its mail went.',
    file: 'src/modules/mails/send-mails.ts',
    text: "if (mail.kind === 'verification') await openVerification",
    becomes: "if (mail.kind === 'nothing') await openVerification",
    tests: verify,
  },
  {
    name: 'a link that works for ever',
    rule: 'A registration waits for 30 minutes.',
    file: STORE,
    text: 'and(eq(verifications.id, id), gt(verifications.expiresAt, now))',
    becomes: 'eq(verifications.id, id)',
    tests: verify,
  },
  {
    name: 'a link that forgets whom it made',
    rule: 'A link that is used again answers what came of it.',
    file: STORE,
    text: 'update verifications set guest_id = ${guestId}',
    becomes: 'update verifications set guest_id = null',
    tests: verify,
  },
  {
    name: 'several dates without the word of the address',
    rule: 'Several dates are no way around it.',
    file: 'src/modules/guests/registration/register-dates.ts',
    text: 'if (event.verifyEmail)',
    becomes: 'if (event.verifyEmail && false)',
    tests: verify,
  },
  {
    name: 'objects woken by keys that are made up',
    rule: 'A credential that nobody knows wakes no object, whatever id it names.',
    file: 'src/operation/authenticate.ts',
    text: '(known.has(name) ? eventIn(subject) : null)',
    becomes: 'eventIn(subject)',
    tests: ['test/contract/nobodys-cost.test.ts'],
  },
]
