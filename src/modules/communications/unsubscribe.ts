import { claimOf, linkTokenOf, type LinkCalendar, type LinkClaim, type Linked } from '../../access/derived.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { isForPeople } from '../../operation/for-people.ts'
import { one, open, operation, reply } from '../../operation/operation.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { Unsubscription, type UnsubscribingOutput } from './communications.schema.ts'
import { readerOf, unsubscribeStatement as leave } from './readers.store.ts'

/** Guest links and buyer links have different purposes. The ids of buyers (parties) start with `pty_`. */
const purposeOf = ({ id }: Linked) => (id.startsWith('pty_') ? 'unsubscribeParty' : 'unsubscribe')

export const unsubscribeUrlOf = async (reader: Linked, calendar: LinkCalendar, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.baseUrl}/public/unsubscribe/${await linkTokenOf(purposeOf(reader), reader, calendar, deps)}`

const readerBehind = async (token: string, deps: Deps) => {
  const claim = (await claimOf('unsubscribe', token, deps)) ?? (await claimOf('unsubscribeParty', token, deps))
  if (claim === null) throw notFound()
  return claim
}

const readBy = async (reader: LinkClaim, { db, config }: Deps): Promise<UnsubscribingOutput> => {
  const found = await readerOf(db, reader)
  if (found === null || !(await reader.opens(reader, found.calendar))) throw notFound()
  const { slug, name, visibility, avatarUrl, accent, contactEmail, imprintUrl, privacyUrl, locale } = found.calendar
  const url = visibility === 'PUBLIC' ? siteUrlOf(config, 'c', slug) : null
  return {
    calendar: { slug, name, url, avatarUrl, accent, contactEmail, imprintUrl, privacyUrl },
    locale: found.locale ?? locale,
  }
}

const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** Must not change anything, because link scanners in email clients also open this URL. */
export const askToUnsubscribe = operation({
  id: 'unsubscribe.ask',
  summary: 'Get the calendar for an unsubscribe link',
  description: 'Redirects a browser to a page with an unsubscribe button.',
  subject: 'none',
  routes: [open('GET /public/unsubscribe/:token', { secret: true })],
  answer: one(Unsubscription),
  async run({ params: { token }, request }, deps) {
    const read = await readBy(await readerBehind(token, deps), deps)
    if (!isForPeople(request)) return reply(read, { headers: PRIVATE })
    const page = `${deps.config.pagesUrl}/u/${encodeURIComponent(token)}`
    return reply(read, { status: 302, headers: { ...PRIVATE, Location: page } })
  },
})

/** RFC 8058: a single POST unsubscribes the reader, without a page or a confirmation. */
export const unsubscribe = operation({
  id: 'unsubscribe.do',
  summary: 'Unsubscribe from a calendar’s messages',
  description: 'One-click unsubscribe (RFC 8058) from invitations, announcements and reminders.',
  subject: 'none',
  routes: [open('POST /public/unsubscribe/:token', { secret: true })],
  answer: one(Unsubscription),
  async run({ params }, deps) {
    const reader = await readerBehind(params.token, deps)
    const answer = await readBy(reader, deps)
    const [row] = await rowsFrom(deps.db, leave(reader, deps.clock()))
    if (row === undefined) throw notFound()
    return reply(answer, { headers: PRIVATE })
  },
})
