import { createFeedToken, deleteFeedToken, readFeedToken } from './feed-token.ts'
import { readEmbedJson, readEmbedPage, readEmbedScript } from './read-embed.ts'
import { readEventFile, readFeed } from './read-feed.ts'

export { calendarFile } from './calendar-file.ts'
export { fileSettingsOf } from './read-feed.ts'

export const feedOperations = [
  readEmbedJson,
  readFeed,
  readEventFile,
  readEmbedPage,
  readEmbedScript,
  readFeedToken,
  createFeedToken,
  deleteFeedToken,
]
