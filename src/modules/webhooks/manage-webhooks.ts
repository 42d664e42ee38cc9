import { owner, webhooksRead, webhooksWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow } from '../../db/statement.ts'
import type { WebhookRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { DEFAULT_WEBHOOK_EVENT_TYPES } from '../../kernel/vocabulary.ts'
import { dashboard, deleted, Deleted, listOf, one, operation, reply, v1 } from '../../operation/operation.ts'
import { cancelWaiting } from '../deliveries/index.ts'
import {
  NewSecret,
  NewWebhook,
  NewWebhookByOwner,
  Webhook,
  WebhookChanges,
  WebhookChangesByOwner,
  WebhookListQuery,
  WebhookWithSecret,
} from './webhooks.schema.ts'
import {
  deleteWebhookStatement as remove,
  disableExpired,
  findWebhook,
  insertWebhook,
  listWebhooks,
  listWebhooksWithEvents,
  mayChangeWebhook,
  mayCreateWebhook,
  rotateSecretStatement as rotate,
  sealedWith,
  updateWebhookStatement as update,
} from './webhooks.store.ts'
import { newSecret, webhookScopeOf, requireUrl, routeOf, toWebhook, typesFor, type Form } from './webhooks.ts'

const plan = 'PLUS'

export const listKeyedWebhooks = operation({
  id: 'webhooks.list',
  summary: 'List webhooks managed by API keys',
  description: 'Returns webhooks that an API key of the calendar created or can manage.',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhooks')],
  answer: listOf(Webhook),
  run: async (call, { db }) => (await listWebhooks(db, webhookScopeOf(call))).map(toWebhook),
})

export const readWebhook = operation({
  id: 'webhooks.read',
  summary: 'Get a webhook managed by API keys',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhooks/:id')],
  answer: one(Webhook),
  revised: true,
  async run(call, { db }) {
    const webhook = await findWebhook(db, webhookScopeOf(call), call.params.id)
    if (webhook === null) throw notFound()
    return reply(toWebhook(webhook), { revision: webhook.revision })
  },
})

export const listEventWebhooks = operation({
  id: 'eventWebhooks.list',
  summary: 'List webhooks for an event',
  subject: 'event',
  access: owner,
  routes: [dashboard('GET /events/:eventId/webhooks', { plan })],
  answer: listOf(Webhook),
  run: async (call, { db }) => (await listWebhooks(db, webhookScopeOf(call))).map(toWebhook),
})

export const listCalendarWebhooks = operation({
  id: 'calendarWebhooks.list',
  summary: 'List webhooks for a calendar',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/webhooks', { plan })],
  query: WebhookListQuery,
  answer: listOf(Webhook),
  async run(call, { db }) {
    const list = call.query.withEvents === true ? listWebhooksWithEvents : listWebhooks
    return (await list(db, webhookScopeOf(call))).map(toWebhook)
  },
})

export const shownWithSecret = (webhook: WebhookRow, plainSecret: string) =>
  reply({ ...toWebhook(webhook), plainSecret }, { revision: webhook.revision })

/** If the first response was lost and the caller repeats the request, returns the secret that is now current. */
export const recoverSecret = async (
  effectId: string,
  call: Parameters<typeof webhookScopeOf>[0],
  { db, vault }: Deps,
) => {
  const webhook = await findWebhook(db, webhookScopeOf(call), effectId)
  return webhook === null ? null : shownWithSecret(webhook, await vault.open(webhook.secretCipher))
}

export const createWebhook = (form: Form) =>
  operation({
    id: `${form.id}.create`,
    summary: `Create a webhook for ${form.of}`,
    description: 'Only this response contains the secret. Fails with 409 if there are already 20 webhooks.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `POST ${form.under}/webhooks`)],
    body: form.surface === 'v1' ? (NewWebhook as typeof NewWebhookByOwner) : NewWebhookByOwner,
    answer: one(WebhookWithSecret),
    revised: true,
    status: 201,
    refusals: ['webhook_limit_reached', 'scope_missing', 'role_insufficient'],
    recover: recoverSecret,
    async run(call, deps) {
      const { calendar, event, body, actor } = call
      const plainSecret = body.secret ?? newSecret()
      const scope = webhookScopeOf(call)
      const webhook = {
        ...scope,
        id: deps.newId('whk'),
        managedByKeys: scope.byKey !== null || body.managedByKeys === true,
        form: event === null ? ('target' as const) : ('current' as const),
        url: requireUrl(body.url, deps.config),
        events: body.events ?? [...DEFAULT_WEBHOOK_EVENT_TYPES],
        secretCipher: await deps.vault.seal(plainSecret),
        createdAt: deps.clock(),
      }
      const { judged, made } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: insertWebhook(webhook, typesFor(actor)),
        effectId: rowIn('webhooks', webhook.id),
      })
      return mayCreateWebhook.refusal(judged[0]) ?? shownWithSecret(onlyRow(made), plainSecret)
    },
  })

export const updateWebhook = (form: Form) =>
  operation({
    id: `${form.id}.update`,
    summary: `Update a webhook for ${form.of}`,
    description: 'Deactivating a webhook cancels its pending deliveries.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `PATCH ${form.under}/webhooks/:id`)],
    body: form.surface === 'v1' ? (WebhookChanges as typeof WebhookChangesByOwner) : WebhookChangesByOwner,
    answer: one(Webhook),
    revised: true,
    ifMatch: true,
    refusals: ['precondition_failed', 'scope_missing', 'role_insufficient'],
    async run(call, deps) {
      const { calendar, params, body, ifMatch, actor } = call
      const url = body.url === undefined ? undefined : requireUrl(body.url, deps.config)
      const now = deps.clock()
      const { judged, changed } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: {
          ...update(
            { ...webhookScopeOf(call), id: params.id, ifMatch, now, allowed: typesFor(actor) },
            { ...body, url },
          ),
          cancelled: cancelWaiting(deps.db, params.id, now),
        },
      })
      if (judged[0] === undefined) throw notFound()
      const refused = mayChangeWebhook.refusal(judged[0])
      if (refused !== null) return refused
      const webhook = onlyRow(changed)
      return reply(toWebhook(webhook), { revision: webhook.revision })
    },
  })

/** Keeps the delivery log and cancels the deliveries that are still pending. */
export const deleteWebhook = (form: Form) =>
  operation({
    id: `${form.id}.delete`,
    summary: `Delete a webhook for ${form.of}`,
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `DELETE ${form.under}/webhooks/:id`)],
    answer: one(Deleted),
    async run(call, deps) {
      const { calendar, params } = call
      const { gone } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: {
          gone: remove(deps.db, webhookScopeOf(call), params.id),
          cancelled: cancelWaiting(deps.db, params.id, deps.clock()),
        },
      })
      if (gone.length === 0) throw notFound()
      return deleted(params.id)
    },
  })

const OLD_SECRET_MS = 24 * HOUR_MS

export const rotateSecret = (form: Form) =>
  operation({
    id: `${form.id}.rotateSecret`,
    summary: `Rotate a webhook secret for ${form.of}`,
    description: 'Deliveries are also signed with the old secret for 24 hours.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `POST ${form.under}/webhooks/:id/rotate-secret`)],
    body: NewSecret,
    answer: one(WebhookWithSecret),
    revised: true,
    ifMatch: true,
    refusals: ['precondition_failed', 'scope_missing', 'role_insufficient'],
    recover: recoverSecret,
    async run(call, deps) {
      const { calendar, params, body, ifMatch, actor } = call
      const now = deps.clock()
      const plainSecret = body.secret ?? newSecret()
      const secretCipher = await deps.vault.seal(plainSecret)
      const { judged, changed } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: rotate({
          ...webhookScopeOf(call),
          id: params.id,
          ifMatch,
          now,
          allowed: typesFor(actor),
          secretCipher,
          previousUntil: now + OLD_SECRET_MS,
        }),
        effectId: sealedWith(params.id, secretCipher),
      })
      if (judged[0] === undefined) throw notFound()
      return mayChangeWebhook.refusal(judged[0]) ?? shownWithSecret(onlyRow(changed), plainSecret)
    },
  })

export const disableExpiredWebhooks = ({ db, clock }: Deps) => disableExpired(db, clock())
