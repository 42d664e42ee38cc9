import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { setFeedToken } from './feeds.store.ts'

const TOKEN_LENGTH = 40

export const readFeedToken = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>) => ({
  isOpen: calendar.feedTokenHash !== null,
})

/** Makes a token, or a new one in the place of the old; only its hash is kept. */
export const createFeedToken = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  const token = `feed_${randomBase62(TOKEN_LENGTH)}`
  await deps.commit({
    calendarId: calendar.id,
    statements: [setFeedToken(deps.db, calendar.id, await sha256Hex(token))],
    seenBy: 'team',
  })
  return { token, url: `${deps.config.baseUrl}/calendars/${calendar.slug}/events.ics?token=${token}` }
}

export const deleteFeedToken = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  await deps.commit({
    calendarId: calendar.id,
    statements: [setFeedToken(deps.db, calendar.id, null)],
    seenBy: 'team',
  })
  return deleted(calendar.id)
}
