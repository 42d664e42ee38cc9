import { webhooksRead, webhooksWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { listOf, one, operation } from '../../operation/operation.ts'
import { findWebhook, webhookScopeOf, routeOf, typesFor, type Form } from '../webhooks/index.ts'
import { NewRecovery, Recovery } from './recoveries.schema.ts'
import {
  mayRecover,
  recoveriesOf,
  recoveryOutbox,
  startRecovery,
  stopRecoveryStatement as stop,
  type RecoveryRow,
} from './recoveries.store.ts'

const toRecovery = (recovery: RecoveryRow) => {
  const { id, status, matched, sent, succeeded, failed } = recovery
  return {
    id,
    status,
    matched,
    sent,
    succeeded,
    failed,
    since: iso(recovery.since),
    until: iso(recovery.until),
    createdAt: iso(recovery.createdAt),
    completedAt: isoOrNull(recovery.completedAt),
  }
}

type RecoveryCall = Parameters<typeof webhookScopeOf>[0] & { params: { id: string } }

const readOne = async (call: RecoveryCall, id: string, { db }: Deps) => {
  const [recovery] = await rowsFrom(db, recoveriesOf(webhookScopeOf(call), call.params.id, id))
  if (recovery === undefined) throw notFound()
  return toRecovery(recovery)
}

export const recoverWebhook = (form: Form) =>
  operation({
    id: `${form.id}.recover`,
    summary: `Recover missed webhook deliveries for ${form.of}`,
    description:
      'Starts resending the failed or cancelled deliveries with the same ids and bodies, oldest first: one attempt each, at most 10 per second. New deliveries take priority. An API key resends only event types it has a scope for.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `POST ${form.under}/webhooks/:id/recoveries`)],
    body: NewRecovery,
    answer: one(Recovery),
    refusals: ['webhook_inactive', 'recovery_running'],
    recover: (effectId, call, deps) => readOne(call, effectId, deps),
    async run(call, deps) {
      const { calendar, params, body, actor } = call
      const now = deps.clock()
      const until = Math.min(body.until ?? now, now)
      if (body.since >= until) {
        if ((await findWebhook(deps.db, webhookScopeOf(call), params.id)) === null) throw notFound()
        throw invalid('since', 'must be before `until` and in the past')
      }
      const id = deps.newId('rcv')
      const { judged, counted } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: startRecovery(webhookScopeOf(call), params.id, {
          id,
          since: body.since,
          until,
          statuses: body.statuses ?? ['failed', 'cancelled'],
          types: typesFor(actor),
          createdAt: now,
        }),
        effectId: rowIn('recoveries', id),
      })
      if (judged[0] === undefined) throw notFound()
      const refused = mayRecover.refusal(judged[0])
      if (refused !== null) return refused
      const recovery = onlyRow(counted)
      recoveryOutbox.tellOf([{ id, at: recovery.nextTurnAt }], deps)
      return toRecovery(recovery)
    },
  })

export const listRecoveries = (form: Form) =>
  operation({
    id: `${form.id}.recoveries`,
    summary: `List webhook recoveries for ${form.of}`,
    description: 'Returns the latest 100, newest first.',
    subject: form.subject,
    access: webhooksRead,
    routes: [routeOf(form, `GET ${form.under}/webhooks/:id/recoveries`)],
    answer: listOf(Recovery),
    async run(call, { db }) {
      if ((await findWebhook(db, webhookScopeOf(call), call.params.id)) === null) throw notFound()
      return (await rowsFrom(db, recoveriesOf(webhookScopeOf(call), call.params.id))).map(toRecovery)
    },
  })

export const readRecovery = (form: Form) =>
  operation({
    id: `${form.id}.recovery`,
    summary: `Get a webhook recovery for ${form.of}`,
    subject: form.subject,
    access: webhooksRead,
    routes: [routeOf(form, `GET ${form.under}/webhooks/:id/recoveries/:recoveryId`)],
    answer: one(Recovery),
    run: (call, deps) => readOne(call, call.params.recoveryId, deps),
  })

export const stopRecovery = (form: Form) =>
  operation({
    id: `${form.id}.stopRecovery`,
    summary: `Cancel a webhook recovery for ${form.of}`,
    description: 'An attempt in progress is completed. Cancelling a finished recovery has no effect.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `DELETE ${form.under}/webhooks/:id/recoveries/:recoveryId`)],
    answer: one(Recovery),
    async run(call, deps) {
      const { id, recoveryId } = call.params
      const { stopped } = await deps.commit({
        calendarId: call.calendar.id,
        seenBy: 'team',
        statements: { stopped: stop(webhookScopeOf(call), id, recoveryId, deps.clock()) },
      })
      if (stopped[0] === undefined) throw notFound()
      return toRecovery(stopped[0])
    },
  })
