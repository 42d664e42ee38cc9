import { appCodes, appGrants, appTokens } from '../schema.ts'
import { holding, member } from './holding.ts'

/** Apps that members have allowed. */
export const ofApps = [
  holding({
    table: appGrants,
    what: 'apps with access to a calendar',
    reason: 'to know on whose behalf an app acts',
    kept: { days: 30, from: 'ended_at', inWords: 'for 30 days after the access ends' },
    persons: { userId: member('member who allowed the app') },
    otherColumns: 'id calendarId clientId clientName scopes resource agentsMay createdAt lastUsedAt endedAt',
  }),
  holding({
    table: appCodes,
    what: 'authorization codes of apps, as hashes',
    reason: 'to exchange each code for tokens once',
    kept: { days: 1, from: 'created_at' },
    persons: { userId: member('member who allowed the app') },
    otherColumns: 'hash calendarId clientId clientName scopes resource redirectUri challenge createdAt usedAt grantId',
  }),
  holding({
    table: appTokens,
    what: 'tokens of apps, as hashes',
    reason: 'to check a token, and to notice one that is used twice',
    kept: { days: 1, from: 'expires_at', inWords: 'for 1 day after the token expires' },
    persons: {},
    otherColumns: 'hash grantId kind createdAt expiresAt usedAt',
  }),
]
