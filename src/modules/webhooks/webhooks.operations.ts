import { owner } from '../../access/demands.ts'
import { dashboard, Deleted, listOf, one, operation, type Badge } from '../../operation/operation.ts'
import { WebhookDelivery } from '../deliveries/index.ts'
import { createWebhook, recoverWithSecret } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listCalendarWebhooks, listEventWebhooks } from './list-webhooks.ts'
import { rotateSecret } from './rotate-secret.ts'
import { recoverTest, testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import {
  NewSecret,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookListQuery,
  WebhookWithSecret,
} from './webhooks.schema.ts'

interface Form {
  id: 'eventWebhooks' | 'calendarWebhooks'
  subject: 'event' | 'calendar'
  under: '/events/:eventId' | '/calendars/:slug'
  of: string
  badge: Badge
}

const CURRENT: Form = {
  id: 'eventWebhooks',
  subject: 'event',
  under: '/events/:eventId',
  of: 'an event',
  badge: 'live',
}
const TARGET: Form = {
  id: 'calendarWebhooks',
  subject: 'calendar',
  under: '/calendars/:slug',
  of: 'a calendar',
  badge: 'divergent',
}

/** The two forms differ in what they hang on and in how they sign; what can be done with them is the same. */
const operationsOf = ({ id, subject, under, of, badge }: Form) => {
  const who = { subject, access: owner } as const
  const extras = { plan: 'PLUS', badge } as const
  return [
    operation({
      id: `${id}.create`,
      summary: `Send the notifications of ${of} to an address`,
      description: 'The secret is shown in this answer alone.',
      ...who,
      routes: [dashboard(`POST ${under}/webhooks`, extras)],
      body: NewWebhook,
      answer: one(WebhookWithSecret),
      revised: true,
      status: 201,
      refusals: ['webhook_limit_reached'],
      recover: recoverWithSecret,
      run: createWebhook,
    }),
    operation({
      id: `${id}.update`,
      summary: `Change a webhook of ${of}`,
      description: 'Switching it off cancels what still waits to be sent.',
      ...who,
      routes: [dashboard(`PATCH ${under}/webhooks/:id`, extras)],
      body: WebhookChanges,
      answer: one(Webhook),
      revised: true,
      ifMatch: true,
      refusals: ['precondition_failed'],
      run: updateWebhook,
    }),
    operation({
      id: `${id}.delete`,
      summary: `Delete a webhook of ${of}`,
      ...who,
      routes: [dashboard(`DELETE ${under}/webhooks/:id`, extras)],
      answer: one(Deleted),
      run: deleteWebhook,
    }),
    operation({
      id: `${id}.test`,
      summary: `Send a test event to a webhook of ${of}`,
      description: 'A sample of the first type that the webhook has subscribed to, with `data.test` true.',
      ...who,
      routes: [dashboard(`POST ${under}/webhooks/:id/test`, extras)],
      answer: one(WebhookDelivery),
      refusals: ['webhook_inactive'],
      recover: recoverTest,
      run: testWebhook,
    }),
    operation({
      id: `${id}.rotateSecret`,
      summary: `Give a webhook of ${of} a new secret`,
      description: 'For 24 hours deliveries are signed with the old secret too.',
      ...who,
      routes: [dashboard(`POST ${under}/webhooks/:id/rotate-secret`, { ...extras, badge: 'live' })],
      body: NewSecret,
      answer: one(WebhookWithSecret),
      revised: true,
      ifMatch: true,
      refusals: ['precondition_failed'],
      recover: recoverWithSecret,
      run: rotateSecret,
    }),
  ]
}

export const webhookOperations = [
  operation({
    id: 'eventWebhooks.list',
    summary: 'List the webhooks of an event',
    subject: 'event',
    access: owner,
    routes: [dashboard('GET /events/:eventId/webhooks', { plan: 'PLUS' })],
    answer: listOf(Webhook),
    run: listEventWebhooks,
  }),
  operation({
    id: 'calendarWebhooks.list',
    summary: 'List the webhooks of a calendar',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('GET /calendars/:slug/webhooks', { plan: 'PLUS', badge: 'divergent' })],
    query: WebhookListQuery,
    answer: listOf(Webhook),
    run: listCalendarWebhooks,
  }),
  ...operationsOf(CURRENT),
  ...operationsOf(TARGET),
]
