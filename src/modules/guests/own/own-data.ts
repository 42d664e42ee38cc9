import { dataHeldAbout } from '../../../db/personal/held-data.ts'
import { inOneRead } from '../../../db/statement.ts'
import { iso } from '../../../kernel/time.ts'
import { one, open, operation, reply } from '../../../operation/operation.ts'
import { OwnData } from './own.schema.ts'
import { managedBy } from '../../seats/index.ts'

/** Built from the registry of personal data, so that no kind of stored data can be missing. */
export const readOwnData = operation({
  id: 'registrations.data',
  summary: 'Get your personal data',
  description:
    'Returns everything stored about you, with the purpose and retention period: registration, orders you bought, emails, check-ins, webhook deliveries.',
  routes: [open('GET /public/registrations/:manageToken/data', { secret: true })],
  subject: 'none',
  answer: one(OwnData),
  async run({ params }, deps) {
    const { guest, event, together, isBuyers } = await managedBy(params.manageToken, deps)
    const person =
      isBuyers && together !== null
        ? { guestId: guest.id, broughtParty: together.party.id }
        : { guestId: guest.id, isBrought: guest.emailIsBuyers }
    const held = await inOneRead(deps.db, dataHeldAbout(person))
    return reply(
      { guestId: guest.id, eventId: event.id, generatedAt: iso(deps.clock()), held },
      {
        headers: {
          'Cache-Control': 'private, no-store',
          'Content-Disposition': `attachment; filename="${event.slug}-my-data.json"`,
        },
      },
    )
  },
})
