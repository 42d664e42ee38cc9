import type { Mutant } from '../mutant.ts'

const codes = ['test/api/sign-in/codes.test.ts']
const tokens = ['test/api/sign-in/tokens.test.ts']
const accounts = ['test/api/sign-in/accounts.test.ts']
const passkeys = ['test/api/sign-in/passkeys.test.ts']
const webauthn = ['test/unit/identity/webauthn.test.ts']

export const signInMutants: readonly Mutant[] = [
  {
    name: 'guesses at a sign-in code are unlimited',
    rule: 'A code allows five tries.',
    in: 'takeTry',
    swap: ['tries_left > 0 and ', ''],
    tests: codes,
  },
  {
    name: 'a sign-in code works in any browser',
    rule: 'A code works only in the browser that asked for it.',
    in: 'takeTry',
    swap: ['browser_hash = ?1 and', '?1 is not null and'],
    tests: codes,
  },
  {
    name: 'a caller may request any number of codes',
    rule: 'A caller gets 20 codes an hour.',
    in: 'insertRequest',
    swap: ['created_at > ?5) < ?9', 'created_at > ?5) < ?9 + 1000'],
    tests: codes,
  },
  {
    name: 'a used refresh token leaves its session alive',
    rule: 'A refresh token that is used twice ends its session.',
    in: 'useRefreshToken',
    swap: ["if (row === null) await endSessionOf(db, 'refresh_tokens', hash, now)", ''],
    tests: tokens,
  },
  {
    name: 'the code verifier is not compared',
    rule: 'A code is exchanged only with the verifier of its challenge (PKCE).',
    in: 'redeemCode',
    file: 'identity/token.ts',
    swap: [' || !equalInConstantTime(challenge, row.challenge)', ''],
    tests: tokens,
  },
  {
    name: 'a later sign-in renews old refresh tokens',
    rule: 'Tokens keep the auth_time of the sign-in that their chain came from.',
    in: 'redeemRefreshToken',
    file: 'identity/token.ts',
    swap: ['authenticatedAt: row.authenticatedAt', 'authenticatedAt: session.authenticatedAt'],
    tests: tokens,
  },
  {
    name: 'any site may post to the sign-in',
    rule: 'Every POST needs the Origin of the service.',
    in: 'isOwnPost',
    swap: ['origin === config.origin ||', 'origin !== null ||'],
    tests: accounts,
  },
  {
    name: 'a setup link creates a second operator',
    rule: 'A setup link works only while there is no account.',
    in: 'createFirstAccount',
    swap: ['not exists (select 1 from account_addresses)\n', '1\n'],
    tests: accounts,
  },
  {
    name: 'addresses can be changed at any time',
    rule: 'Addresses and passkeys may be changed for ten minutes after a sign-in.',
    in: 'isFresh',
    swap: ['now - authenticatedAt < FRESH_MS', 'now - authenticatedAt < Infinity'],
    tests: accounts,
  },
  {
    name: 'an answered challenge works again',
    rule: 'A challenge works once.',
    in: 'signInWithPasskey',
    swap: ['await spend(challenge, deps)', ''],
    tests: passkeys,
  },
  {
    name: 'a challenge works in any browser',
    rule: 'A challenge works only in the browser that asked for it.',
    in: 'macOf',
    swap: ['${purpose} ${browser}', '${purpose}'],
    tests: passkeys,
  },
  {
    name: 'the relying party of a passkey is not checked',
    rule: 'A passkey signs in only at its own host.',
    in: 'checkHead',
    swap: ["if (expected.some((byte, index) => byte !== data[index])) return refuse('relying party')", ''],
    tests: webauthn,
  },
  {
    name: 'a passkey works without verifying its user',
    rule: 'A passkey needs user verification.',
    in: 'checkHead',
    swap: ["if (!(flags & FLAGS.userVerified)) return refuse('user verification')", ''],
    tests: webauthn,
  },
]
