import { DEFAULT_WEBHOOK_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import { wordsOf } from '../../shared/api.ts'
import { element } from '../../shared/element.ts'
import { choicesField, selectField, textField } from '../../shared/fields.ts'
import { formDialog } from '../../shared/form-dialog.ts'
import { eventOptions, eventsToCome } from './events-of.ts'
import type { Scene } from './scene.ts'
import { showSecret } from './secret.ts'
import type { One, Webhook } from './wire.ts'

type WithSecret = One<Webhook & { plainSecret: string }>

const TOLD: Record<(typeof WEBHOOK_EVENT_TYPES)[number], string> = {
  'guest.registered': 'Somebody registered, was added or took up an invitation',
  'checkin.created': 'A guest was checked in at the door',
  'checkpoint.scanned': 'A guest passed a checkpoint, or left by the door and returned',
  'event.updated': 'Title, time, place or the like of an event changed',
  'event.cancelled': 'An event was called off',
  'announcement.sent': 'An announcement went out by e-mail',
  'reminder.sent': 'A reminder went out by e-mail',
  'guest.updated': 'The status, the name or the address of a guest changed',
  'checkin.undone': 'A check-in was taken back',
  'order.updated': 'An order was paid, ended or refunded',
  'event.created': 'An event came to be, a draft too',
  'event.published': 'An event was published',
}

const urlField = (value = '') =>
  textField({
    name: 'url',
    label: 'Address',
    hint: 'An https address of yours that answers with 2xx within ten seconds.',
    attributes: { type: 'url', required: true, placeholder: 'https://example.org/hooks/events', value },
  })

const typesField = (chosen: readonly string[]) =>
  choicesField({
    type: 'checkbox',
    name: 'events',
    label: 'What it is told',
    options: WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value, hint: TOLD[value] })),
    chosen,
  })

const secretField = () =>
  textField({
    name: 'secret',
    label: 'Secret (optional)',
    hint: 'Leave it empty and one is made for you. 16 to 256 characters.',
    attributes: { minlength: 16, maxlength: 256 },
  })

const FORMS = [
  {
    value: 'target',
    label: 'Every event of this calendar',
    hint: 'Signed by X-Svc-Signature, with the headers of Standard Webhooks beside it.',
  },
  {
    value: 'current',
    label: 'One event',
    hint: 'Signed by X-Svc-Webhook-Signature, which carries the time and the signature.',
  },
]

const HEADERS = {
  target: [
    'X-Svc-Event',
    'X-Svc-Delivery-Id',
    'X-Svc-Signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ],
  current: ['X-Svc-Webhook-Event', 'X-Svc-Webhook-Timestamp', 'X-Svc-Webhook-Signature'],
} as const

const showWebhookSecret = (title: string, { data }: WithSecret, ...more: string[]) =>
  showSecret(
    title,
    'the secret',
    data.plainSecret,
    more.map((text) => element('p', {}, text)),
    element('p', {}, 'Verify with it what arrives. The headers to look at:'),
    element(
      'ul',
      { class: 'tags' },
      HEADERS[data.form].map((name) => element('li', { class: 'tag' }, name)),
    ),
  )

/** Answers whether a webhook was made. */
export const createWebhook = async (scene: Scene): Promise<boolean> => {
  const events = await eventsToCome(scene).catch((error: unknown) => scene.say(wordsOf(error)))
  if (events === undefined) return false
  const url = urlField()
  const form = choicesField({ type: 'radio', name: 'form', label: 'It hears of', options: FORMS, chosen: ['target'] })
  const event = selectField({ name: 'eventId', label: 'Event', options: eventOptions(events) })
  const types = typesField(DEFAULT_WEBHOOK_EVENT_TYPES)
  const secret = secretField()
  const isOfOne = () => form.value()[0] === 'current'
  const adapt = () => (event.node.hidden = !isOfOne())
  for (const box of form.boxes) {
    box.disabled = box.value === 'current' && events.length === 0
    box.addEventListener('change', adapt)
  }
  adapt()
  const made = await formDialog({
    title: 'Create a webhook',
    fields: [url, form, event, types, secret],
    action: 'Create',
    submit: () => {
      const under = isOfOne() ? `/events/${event.value()}` : `/calendars/${scene.calendar.slug}`
      const given = secret.value() === '' ? {} : { secret: secret.value() }
      return scene.api.post<WithSecret>(`${under}/webhooks`, { url: url.value(), events: types.value(), ...given })
    },
  })
  if (made === null) return false
  await showWebhookSecret('The secret of your webhook', made)
  return true
}

export const editWebhook = (scene: Scene, path: string, webhook: Webhook) => {
  const [url, types] = [urlField(webhook.url), typesField(webhook.events)]
  return formDialog({
    title: 'Edit the webhook',
    fields: [url, types],
    action: 'Save',
    submit: () => scene.api.patch<One<Webhook>>(path, { url: url.value(), events: types.value() }),
  })
}

/** Answers whether there is a new secret. */
export const rotateSecret = async (scene: Scene, path: string): Promise<boolean> => {
  const secret = secretField()
  const made = await formDialog({
    title: 'Rotate the secret',
    lead: 'For 24 hours what is sent carries signatures of both secrets, except X-Svc-Signature, which has room for the new one alone.',
    fields: [secret],
    action: 'Rotate',
    submit: () =>
      scene.api.post<WithSecret>(`${path}/rotate-secret`, secret.value() === '' ? {} : { secret: secret.value() }),
  })
  if (made === null) return false
  await showWebhookSecret('The new secret', made, 'Give it to your receiver within 24 hours.')
  return true
}
