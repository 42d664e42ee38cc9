import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { kindOf } from '../../kernel/wire.ts'
import { Order } from '../orders/index.ts'
import { Guest } from './guests.schema.ts'

const PartyRegistration = lazy(() =>
  z
    .object({
      kind: kindOf('PARTY'),
      partyId: z.string().nullable(),
      guests: z.array(Guest()),
      order: Order().nullable(),
      manageUrl: z
        .string()
        .nullable()
        .describe('Manage link of the buyer, for the whole party. Null if there is none.'),
    })
    .meta({ id: 'PartyRegistration' }),
)

export const Registration = lazy(() =>
  z
    .object({
      kind: kindOf('GUEST'),
      guest: Guest().nullable(),
      order: Order().nullable(),
      manageUrl: z.string().nullable(),
    })
    .meta({ id: 'Registration' }),
)

const AddedGuest = lazy(() =>
  Guest()
    .extend({ kind: kindOf('GUEST') })
    .meta({ id: 'AddedGuest' }),
)

export const RegistrationOrParty = lazy(() =>
  z.discriminatedUnion('kind', [Registration(), PartyRegistration()]).meta({ id: 'RegistrationOrParty' }),
)
export const GuestOrParty = lazy(() =>
  z.discriminatedUnion('kind', [AddedGuest(), PartyRegistration()]).meta({ id: 'GuestOrParty' }),
)
