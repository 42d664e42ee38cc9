import { one, open, operation } from '../../contract/operation.ts'
import { ManagedRegistration, ManageParams, NewRegistration, Registration } from './guests.schema.ts'
import { cancelRegistration, readRegistration } from './manage-registration.ts'
import { register } from './register.ts'

/** What people do for themselves: the manage link is all the credential they have. */
export const registrationOperations = [
  operation({
    id: 'registrations.create',
    summary: 'Register for an event',
    description: 'An address that is registered already gets nulls and a message, and its confirmation by mail.',
    subject: 'event',
    limit: 'registration',
    routes: [open('POST /public/events/:eventId/registrations')],
    body: NewRegistration,
    answer: one(Registration),
    refusals: ['capacity_exceeded', 'registration_closed', 'event_cancelled', 'coupon_invalid', 'coupon_exhausted'],
    run: register,
  }),
  operation({
    id: 'registrations.read',
    summary: 'Read your own registration',
    subject: 'none',
    routes: [open('GET /public/registrations/:manageToken', { secret: true })],
    params: ManageParams,
    answer: one(ManagedRegistration),
    run: readRegistration,
  }),
  operation({
    id: 'registrations.cancel',
    summary: 'Cancel your own registration, or turn an invitation down',
    subject: 'none',
    routes: [open('POST /public/registrations/:manageToken/cancel', { secret: true })],
    params: ManageParams,
    answer: one(ManagedRegistration),
    refusals: ['invalid_transition'],
    run: cancelRegistration,
  }),
]
