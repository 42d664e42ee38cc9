import { linkedBy, linkTokenOf, type Linked } from '../../access/derived.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { open, operation, raw } from '../../operation/operation.ts'
import { unsubscribe as leave } from './communications.store.ts'

export const unsubscribeUrlOf = async (guest: Linked, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.baseUrl}/public/unsubscribe/${await linkTokenOf('unsubscribe', guest, deps)}`

const guestOf = async (token: string, deps: Deps) => {
  const linked = await linkedBy('unsubscribe', token, deps)
  if (linked === null) throw notFound()
  return linked
}

const page = (title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' } },
  )

/** Programs that look at every link in a mail come here too, so looking changes nothing. */
export const askToUnsubscribe = operation({
  id: 'unsubscribe.ask',
  summary: 'Show what unsubscribing means, with a button that does it',
  subject: 'none',
  routes: [open('GET /public/unsubscribe/:token', { secret: true })],
  answer: raw({ 'text/html': null }),
  async run({ params }, deps) {
    await guestOf(params.token, deps)
    return page(
      'Unsubscribe?',
      '<p>You would get no more invitations, announcements and reminders of this calendar. Tickets, changes and cancellations still reach you.</p><form method="post"><button>Unsubscribe</button></form>',
    )
  },
})

/** RFC 8058: one POST is enough, with nothing to read and nothing to confirm. */
export const unsubscribe = operation({
  id: 'unsubscribe.do',
  summary: 'Unsubscribe from invitations, announcements and reminders of a calendar by one click (RFC 8058)',
  subject: 'none',
  routes: [open('POST /public/unsubscribe/:token', { secret: true })],
  answer: raw({ 'text/html': null }),
  async run({ params }, deps) {
    const [row] = await rowsFrom(deps.db, leave(await guestOf(params.token, deps), deps.clock()))
    if (row === undefined) throw notFound()
    return page(
      'You are unsubscribed',
      '<p>You get no more invitations, announcements and reminders of this calendar.</p>',
    )
  },
})
