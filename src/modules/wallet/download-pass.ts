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

/** The ticket of whoever holds a manage link, for the wallet on their phone. */

type Managed = Awaited<ReturnType<typeof managedBy>>

/** The one ticket of a link. Behind that of a buyer stand several, each with a link of its own. */
const ticketBehind = async (managed: Managed, deps: Deps) => {
  const facts = managed.isBuyers ? null : await factsOf(managed, deps)
  if (facts?.isValid !== true) throw notFound()
  return facts
}

/** Whose tickets a link holds. Who was brought along holds their own alone, though they are written to through the buyer. */
const heldBehind = async ({ guest, together, isBuyers }: Managed, deps: Deps) => {
  if (together === null) return partyOfMember(deps.db, guest)
  return isBuyers ? heldByBuyer(together).map((each) => each.guest) : [guest]
}

export const readApplePass = operation({
  id: 'registrations.applePass',
  summary: 'Your ticket as a pass for Apple Wallet',
  description:
    'Where the service is set up for it, and for guests who are confirmed; 404 else, and behind the link of a buyer: each of their guests has a link.',
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
  summary: 'All tickets that one person holds, for Apple Wallet',
  description:
    'Of several dates, those that are confirmed under the address of the guest; of a party, those of the buyer and of whoever came without an address. 404 where there is none.',
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
  summary: 'Your ticket for Google Wallet',
  description:
    'Leads to Google with the ticket in the signed address. 404 where the service is not set up for it, and behind the link of a buyer: each of their guests has a link.',
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
