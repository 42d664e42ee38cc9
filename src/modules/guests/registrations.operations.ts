import { one, open, operation, raw } from '../../operation/operation.ts'
import { NewRegistration } from './guests.schema.ts'
import { acceptInvitation, cancelRegistration, readOwnEntry, readRegistration } from './manage-registration.ts'
import { register } from './register.ts'
import { Acceptance, ManagedRegistration, Registration } from './registrations.schema.ts'

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
    description: 'Once the guest is confirmed, the event comes with its address and the link to the meeting.',
    subject: 'none',
    routes: [open('GET /public/registrations/:manageToken', { secret: true })],
    answer: one(ManagedRegistration),
    run: readRegistration,
  }),
  operation({
    id: 'registrations.accept',
    summary: 'Accept an invitation',
    description:
      'Makes the invited a guest, as registering under the same address does; also where the event is private.',
    subject: 'none',
    routes: [open('POST /public/registrations/:manageToken/accept', { secret: true })],
    body: Acceptance,
    answer: one(ManagedRegistration),
    refusals: [
      'capacity_exceeded',
      'registration_closed',
      'event_cancelled',
      'coupon_invalid',
      'coupon_exhausted',
      'invalid_transition',
    ],
    run: acceptInvitation,
  }),
  operation({
    id: 'registrations.entry',
    summary: 'The event of your own registration as a file for agendas',
    subject: 'none',
    routes: [open('GET /public/registrations/:manageToken/event.ics', { secret: true })],
    answer: raw({ 'text/calendar': null }),
    run: readOwnEntry,
  }),
  operation({
    id: 'registrations.cancel',
    summary: 'Cancel your own registration, or turn an invitation down',
    subject: 'none',
    routes: [open('POST /public/registrations/:manageToken/cancel', { secret: true })],
    answer: one(ManagedRegistration),
    refusals: ['invalid_transition'],
    run: cancelRegistration,
  }),
]
