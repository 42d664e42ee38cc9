import { owner } from '../../access/demands.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { dashboard, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { FeedToken, FeedTokenState } from './feeds.schema.ts'
import { setFeedToken } from './feeds.store.ts'

const TOKEN_LENGTH = 40

export const readFeedToken = operation({
  id: 'feeds.readToken',
  summary: 'Get the private feed’s status',
  description: 'Reports whether the private feed has a secret URL.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/feed-token', { plan: 'PLUS' })],
  answer: one(FeedTokenState),
  run: async ({ calendar }) => ({ isOpen: calendar.feedTokenHash !== null }),
})

/** Stores only the SHA-256 hash of the token. */
export const createFeedToken = operation({
  id: 'feeds.createToken',
  summary: 'Create a feed token',
  description:
    'Creates the secret URL of the private feed. Any earlier URL stops working. Only this response contains the token.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/feed-token', { plan: 'PLUS' })],
  answer: one(FeedToken),
  async run({ calendar }, deps) {
    const token = `feed_${randomBase62(TOKEN_LENGTH)}`
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [setFeedToken(deps.db, calendar.id, await sha256Hex(token))],
    })
    return { token, url: `${deps.config.baseUrl}/calendars/${calendar.slug}/events.ics?token=${token}` }
  },
})

export const deleteFeedToken = operation({
  id: 'feeds.deleteToken',
  summary: 'Delete the feed token',
  description: 'The secret URL of the private feed stops working.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/feed-token', { plan: 'PLUS' })],
  answer: one(Deleted),
  async run({ calendar }, deps) {
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [setFeedToken(deps.db, calendar.id, null)],
    })
    return deleted(calendar.id)
  },
})
