import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { Event } from '../events/index.ts'
import { Order } from '../orders/index.ts'
import { Guest, NewRegistration } from './guests.schema.ts'

export const Registration = lazily(() =>
  z
    .object({ guest: Guest().nullable(), order: Order().nullable(), manageUrl: z.string().nullable() })
    .meta({ id: 'Registration' }),
)

export const ManagedRegistration = lazily(() =>
  z
    .object({
      guest: Guest(),
      order: Order().nullable(),
      manageUrl: z.string(),
      canCancel: z.boolean(),
      event: Event(),
      calendar: z.object({
        slug: z.string(),
        name: z.string(),
        timezone: z.string(),
        url: z.string().nullable().describe('Null where the calendar, or the event, has no page for all'),
      }),
    })
    .meta({ id: 'ManagedRegistration' }),
)
export type ManagedRegistrationOutput = Parsed<typeof ManagedRegistration>

export const ManageParams = lazily(() => z.object({ manageToken: z.string() }))

/** The address is the one that was invited. */
export const Acceptance = lazily(() => NewRegistration().omit({ email: true }))
