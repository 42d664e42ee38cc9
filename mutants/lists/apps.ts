import type { Mutant } from '../mutant.ts'

const consent = ['test/api/apps/consent.test.ts']
const tokens = ['test/api/apps/tokens.test.ts']
const access = ['test/api/apps/access.test.ts']
const revocation = ['test/api/apps/revocation.test.ts']

export const appMutants: Mutant[] = [
  {
    name: 'an app sends the browser to any address',
    rule: 'The browser goes only to an address that the app’s document lists.',
    in: 'mayRedirectTo',
    file: 'apps/client.ts',
    swap: ['redirectUris.some((listed) => isSameRedirect(listed, wanted))', 'redirectUris.length > 0'],
    tests: consent,
  },
  {
    name: 'the browser is sent to a script',
    rule: 'A redirect address is https, a program on this machine or a scheme of the app’s own.',
    in: 'mayRedirectTo',
    file: 'apps/client.ts',
    swap: ['isRedirectTarget(wanted) && ', ''],
    tests: consent,
  },
  {
    name: 'an app’s document is fetched from anywhere',
    rule: 'The service fetches client documents only from public hosts.',
    in: 'refuseClientId',
    file: 'apps/client.ts',
    swap: ['if (refusal !== null) return refusal', ''],
    tests: consent,
  },
  {
    name: 'a code works with any verifier',
    rule: 'Only the app that asked for a code can exchange it.',
    in: 'redeemCode',
    file: 'apps/tokens.ts',
    swap: ['!equalInConstantTime(challenge, row.challenge)', 'false'],
    tests: tokens,
  },
  {
    name: 'a code that is used twice ends nothing',
    rule: 'A second use of a code ends what the first one made.',
    in: 'redeemCode',
    file: 'apps/tokens.ts',
    swap: ['statements: [endGrantOfCode(db, hash, now)]', 'statements: []'],
    tests: tokens,
  },
  {
    name: 'two requests exchange one code',
    rule: 'A code is exchanged once.',
    in: 'exchangeCode',
    file: 'apps/apps.store.ts',
    swap: ['where c.hash = ${hash} and c.used_at is null', 'where c.hash = ${hash}'],
    tests: tokens,
  },
  {
    name: 'an old refresh token goes on',
    rule: 'A refresh token that comes after its successor ends the grant.',
    in: 'redeemRefreshToken',
    file: 'apps/tokens.ts',
    swap: ['hasArrived && exchangedAt', 'false && exchangedAt'],
    tests: tokens,
  },
  {
    name: 'a repeat right after a refresh ends the grant',
    rule: 'Two workers of one app may refresh within a minute.',
    in: 'redeemRefreshToken',
    file: 'apps/tokens.ts',
    swap: ['hasArrived && exchangedAt <= now - OVERLAP_MS', 'hasArrived'],
    tests: tokens,
  },
  {
    name: 'a thief follows each refresh of the app',
    rule: 'A refresh token that comes after an access token of its exchange was used ends the grant.',
    in: 'redeemRefreshToken',
    file: 'apps/tokens.ts',
    swap: ['(successor.usedAt !== null || stored.usedAt > exchangedAt)', 'successor.usedAt !== null'],
    tests: tokens,
  },
  {
    name: 'a token opens every resource',
    rule: 'An access token opens the resource that it was made for.',
    in: 'byStoredApp',
    file: 'operation/authenticate.ts',
    swap: ['if (resource !== null && grant.resource !== resource) return null', ''],
    tests: access,
  },
  {
    name: 'an ended grant goes on',
    rule: 'Ending an app’s access holds for the next request.',
    in: 'isAppUsable',
    file: 'access/credentials.store.ts',
    swap: ['row.grant.endedAt === null && ', ''],
    tests: revocation,
  },
  {
    name: 'an app may do what its person may not',
    rule: 'An app may do no more than the person who allowed it.',
    in: 'refuseAppRole',
    returns: 'null',
    tests: access,
  },
  {
    name: 'an app sees the webhooks of others',
    rule: 'An app sees only the webhooks that it created.',
    in: 'ownedBy',
    file: 'webhooks/webhooks.store.ts',
    swap: ['byApp === null ? undefined : eq(webhooks.keyId, byApp)', 'undefined'],
    tests: access,
  },
]
