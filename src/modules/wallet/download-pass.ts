import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { open, operation, raw } from '../../operation/operation.ts'
import { heldByBuyer } from '../guests/index.ts'
import { googleSaveUrl } from './google-pass.ts'
import { storedZip } from '../../kernel/zip.ts'
import { PASS_TYPE } from './apple-pass.ts'
import { passAnswer, passOf } from './passes-on-devices.ts'
import { factsOf } from './ticket-facts.ts'
import { findManaged, managedBy, partyOfMember } from '../seats/index.ts'

type Managed = Awaited<ReturnType<typeof managedBy>>

/**
 * Returns the ticket that a manage link is for. Throws 404 for a buyer's link, which covers several tickets: each of
 * those guests has their own link.
 */
const ticketBehind = async (managed: Managed, deps: Deps) => {
  const facts = managed.isBuyers ? null : await factsOf(managed, deps)
  if (facts?.isValid !== true) throw notFound()
  return facts
}

/**
 * Returns the guests whose tickets a link covers. A link for one attendee covers only that attendee's ticket, even if
 * the buyer gets their email.
 */
const heldBehind = async ({ guest, together, isBuyers }: Managed, deps: Deps) => {
  if (together === null) return partyOfMember(deps.db, guest)
  return isBuyers ? heldByBuyer(together).map((each) => each.guest) : [guest]
}

export const readApplePass = operation({
  id: 'registrations.applePass',
  summary: 'Get your Apple Wallet pass',
  description:
    'For confirmed guests. Fails with 404 for other guests, if the service doesn’t support Apple Wallet, and for a buyer’s link, because each guest has their own link.',
  routes: [open('GET /public/registrations/:manageToken/pass.pkpass', { secret: true })],
  subject: 'none',
  answer: raw({ [PASS_TYPE]: null }),
  async run({ params }, deps) {
    const { apple } = deps.wallets
    if (apple === null) throw notFound()
    const managed = await managedBy(params.manageToken, deps)
    await ticketBehind(managed, deps)
    return passAnswer(managed, apple, deps)
  },
})

const PASSES_TYPE = 'application/vnd.apple.pkpasses'

export const readApplePasses = operation({
  id: 'registrations.applePasses',
  summary: 'Get all your Apple Wallet passes',
  description:
    'Returns the passes for the confirmed dates under the guest’s email address or, for a party, the passes of the buyer and of guests without their own email address. Fails with 404 if there are none.',
  routes: [open('GET /public/registrations/:manageToken/passes.pkpasses', { secret: true })],
  subject: 'none',
  answer: raw({ [PASSES_TYPE]: null }),
  async run({ params }, deps) {
    const { apple } = deps.wallets
    if (apple === null) throw notFound()
    const managed = await managedBy(params.manageToken, deps)
    const files: Record<string, Uint8Array<ArrayBuffer>> = {}
    for (const { id } of await heldBehind(managed, deps)) {
      const each = await findManaged(deps.db, id)
      const facts = each === null ? null : await factsOf(each, deps)
      if (facts?.isValid === true) files[`${id}.pkpass`] = await passOf(facts, apple, deps)
    }
    if (Object.keys(files).length === 0) throw notFound()
    return new Response(storedZip(files), {
      headers: {
        'Content-Type': PASSES_TYPE,
        'Content-Disposition': `attachment; filename="${managed.event.slug}.pkpasses"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
})

export const addToGoogleWallet = operation({
  id: 'registrations.googleWallet',
  summary: 'Add your ticket to Google Wallet',
  description:
    'Redirects to Google with the ticket in the signed URL. Fails with 404 if the service doesn’t support Google Wallet, and for a buyer’s link, because each guest has their own link.',
  routes: [open('GET /public/registrations/:manageToken/google-wallet', { secret: true })],
  subject: 'none',
  status: 302,
  answer: raw({}),
  async run({ params }, deps) {
    const { google } = deps.wallets
    if (google === null) throw notFound()
    const facts = await ticketBehind(await managedBy(params.manageToken, deps), deps)
    const { origin } = new URL(deps.config.pagesUrl)
    return new Response(null, {
      status: 302,
      headers: {
        Location: await googleSaveUrl(facts, google, origin, deps.clock()),
        'Cache-Control': 'private, no-store',
      },
    })
  },
})
