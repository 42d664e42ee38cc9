import { owner } from '../../access/demands.ts'
import { dashboard, Deleted, one, open, operation, raw } from '../../operation/operation.ts'
import { createFeedToken, deleteFeedToken, readFeedToken } from './feed-token.ts'
import { EmbedFeed, EmbedPageQuery, EmbedQuery, FeedQuery, FeedToken, FeedTokenState } from './feeds.schema.ts'
import { readEmbedJson } from './read-embed-json.ts'
import { readEmbedPage, readEmbedScript } from './read-embed-page.ts'
import { readEventFile, readFeed } from './read-feed.ts'

export const feedOperations = [
  operation({
    id: 'feeds.embedJson',
    summary: 'The events of a calendar for a widget of your own',
    subject: 'calendar',
    routes: [open('GET /calendars/:slug/embed.json', { badge: 'planned', plan: 'PLUS' })],
    query: EmbedQuery,
    answer: one(EmbedFeed),
    cached: { seconds: 60 },
    run: readEmbedJson,
  }),
  operation({
    id: 'feeds.calendarFile',
    summary: 'The events of a calendar as a feed for agendas',
    description:
      'Published events from 90 days back to 18 months ahead, 500 at most. A valid `token` opens private calendars and adds unlisted and private events.',
    subject: 'none',
    routes: [open('GET /calendars/:slug/events.ics', { badge: 'planned', plan: 'PLUS' })],
    query: FeedQuery,
    answer: raw({ 'text/calendar': null }),
    cached: { seconds: 300 },
    run: readFeed,
  }),
  operation({
    id: 'feeds.eventFile',
    summary: 'One event as a file for agendas',
    subject: 'eventBySlug',
    routes: [open('GET /events/slug/:slug/event.ics')],
    answer: raw({ 'text/calendar': null }),
    cached: { seconds: 300 },
    run: readEventFile,
  }),
  operation({
    id: 'feeds.embedPage',
    summary: 'The events of a calendar as a page to put in a frame',
    subject: 'calendar',
    routes: [open('GET /calendars/:slug/embed', { plan: 'PLUS' })],
    query: EmbedPageQuery,
    answer: raw({ 'text/html': null }),
    cached: { seconds: 60 },
    run: readEmbedPage,
  }),
  operation({
    id: 'feeds.embedScript',
    summary: 'The script that puts the page into a website',
    subject: 'none',
    routes: [open('GET /embed.js')],
    answer: raw({ 'text/javascript': null }),
    cached: { seconds: 300 },
    run: readEmbedScript,
  }),
  operation({
    id: 'feeds.readToken',
    summary: 'Whether the private feed has a secret address',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('GET /calendars/:slug/feed-token', { plan: 'PLUS' })],
    answer: one(FeedTokenState),
    run: readFeedToken,
  }),
  operation({
    id: 'feeds.createToken',
    summary: 'Make the secret address of the private feed, or a new one in its place',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('POST /calendars/:slug/feed-token', { plan: 'PLUS' })],
    answer: one(FeedToken),
    run: createFeedToken,
  }),
  operation({
    id: 'feeds.deleteToken',
    summary: 'Close the secret address of the private feed',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('DELETE /calendars/:slug/feed-token', { plan: 'PLUS' })],
    answer: one(Deleted),
    run: deleteFeedToken,
  }),
]
