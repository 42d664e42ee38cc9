import { useState } from 'hono/jsx/dom'
import { DEFAULT_WEBHOOK_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import type { EventAnswer, One, WebhookAnswer } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import { eventOptions, eventsToCome } from './events-of.ts'
import { ShowSecret } from './show-secret.tsx'

type WithSecret = WebhookAnswer & { plainSecret: string }

const MEANINGS: Record<(typeof WEBHOOK_EVENT_TYPES)[number], string> = {
  'guest.registered': 'A guest registered, was added or accepted an invitation',
  'checkin.created': 'A guest was checked in at the door',
  'checkpoint.scanned': 'A guest passed a checkpoint, or left by the door and returned',
  'event.updated': 'An event’s details changed, such as its title, time or place',
  'event.cancelled': 'An event was cancelled',
  'announcement.sent': 'An announcement was emailed',
  'reminder.sent': 'A reminder was emailed',
  'guest.updated': 'A guest’s status, name or email address changed',
  'checkin.undone': 'A check-in was undone',
  'order.updated': 'An order was paid, expired or refunded',
  'event.created': 'An event was created, possibly as a draft',
  'event.published': 'An event was published',
}

const TYPE_OPTIONS = WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value, hint: MEANINGS[value] }))

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

const SCOPES = [
  {
    value: 'target' as const,
    label: 'Every event of this calendar',
    hint: 'Signed by X-Svc-Signature and with the Standard Webhooks headers.',
  },
  {
    value: 'current' as const,
    label: 'One event',
    hint: 'Signed by X-Svc-Webhook-Signature, which contains the time and the signature.',
  },
]

interface Typed {
  value: string
  set: (value: string) => void
  fault: string | null
}

const UrlField = (typed: Typed) => (
  <TextField
    label="Address"
    type="url"
    placeholder="https://example.org/hooks/events"
    hint="Your https address. It must answer 2xx within ten seconds."
    {...typed}
  />
)

const SecretField = (typed: Typed) => (
  <TextField
    label="Secret (optional)"
    hint="16 to 256 characters. Leave it empty and we create one for you."
    {...typed}
  />
)

const WebhookSecret = ({
  title,
  webhook,
  note,
  close,
}: {
  title: string
  webhook: WithSecret
  note?: string
  close: () => void
}) => (
  <ShowSecret title={title} secret={webhook.plainSecret} of="the secret" close={close}>
    {note !== undefined && <p>{note}</p>}
    <p>Use it to verify our requests. These are the headers:</p>
    <ul class="tags">
      {HEADERS[webhook.form].map((name) => (
        <li class="tag" key={name}>
          {name}
        </li>
      ))}
    </ul>
  </ShowSecret>
)

interface WebhookDialog {
  session: CalendarSession
  close: () => void
  reload: () => Promise<void>
}

const WebhookForm = ({
  session,
  events,
  close,
  created,
}: Omit<WebhookDialog, 'reload'> & { events: readonly EventAnswer[]; created: (webhook: WithSecret) => void }) => {
  const work = useWork()
  const { values, field, shown } = useFields(
    {
      url: '',
      form: 'target' as 'target' | 'current',
      eventId: events[0]?.id ?? '',
      events: [...DEFAULT_WEBHOOK_EVENT_TYPES] as string[],
      secret: '',
    },
    work,
  )
  const isOfOneEvent = values.form === 'current'
  const create = () =>
    void work.run(async () => {
      const parent = isOfOneEvent ? `/events/${values.eventId}` : `/calendars/${session.calendar.slug}`
      const { data } = await session.api.post<One<WithSecret>>(`${parent}/webhooks`, {
        url: values.url,
        events: values.events,
        ...(values.secret === '' ? {} : { secret: values.secret }),
      })
      created(data)
    })
  return (
    <Form send={create}>
      <UrlField {...field('url')} />
      <RadioField
        label="Scope"
        {...field('form')}
        options={SCOPES.map((scope) => ({
          ...scope,
          isDisabled: scope.value === 'current' && events.length === 0,
        }))}
      />
      {isOfOneEvent && <SelectField label="Event" {...field('eventId')} options={eventOptions(events)} />}
      <ChecksField label="Event types" {...field('events')} options={TYPE_OPTIONS} />
      <SecretField {...field('secret')} />
      <OtherFault work={work} fields={shown} />
      <footer>
        <button type="button" class="button bare" onClick={close}>
          Cancel
        </button>
        <Send work={work}>Create webhook</Send>
      </footer>
    </Form>
  )
}

/** Creates a webhook and shows its secret once. */
export const CreateWebhook = ({ session, close, reload }: WebhookDialog) => {
  const [webhook, show] = useState<WithSecret | null>(null)
  const asked = useAsked(() => eventsToCome(session), [session.calendar.slug])
  const created = (answer: WithSecret) => {
    show(answer)
    void reload()
  }
  if (webhook !== null)
    return <WebhookSecret key="created" title="The secret of your webhook" webhook={webhook} close={close} />
  return (
    <Dialog key="form" title="Create a webhook" close={close}>
      <Shown
        asked={asked}
        draw={(events) => <WebhookForm session={session} events={events} close={close} created={created} />}
      />
    </Dialog>
  )
}

export const EditWebhook = ({
  session,
  path,
  webhook,
  close,
  reload,
}: WebhookDialog & { path: string; webhook: WebhookAnswer }) => {
  const work = useWork()
  const { values, field, shown } = useFields<{ url: string; events: string[] }>(
    {
      url: webhook.url,
      events: webhook.events,
    },
    work,
  )
  const save = async () => {
    const isDone = await work.run(async () => {
      await session.api.patch(path, values)
      await reload()
    })
    if (isDone) close()
  }
  return (
    <Dialog title="Edit the webhook" close={close}>
      <Form send={() => void save()}>
        <UrlField {...field('url')} />
        <ChecksField label="Event types" {...field('events')} options={TYPE_OPTIONS} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Save webhook</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Replaces the secret and shows the new one once. */
export const RotateSecret = ({ session, path, close }: Omit<WebhookDialog, 'reload'> & { path: string }) => {
  const [webhook, show] = useState<WithSecret | null>(null)
  const work = useWork()
  const { values, field, shown } = useFields({ secret: '' }, work)
  const rotate = () =>
    void work.run(async () => {
      const body = values.secret === '' ? {} : values
      show((await session.api.post<One<WithSecret>>(`${path}/rotate-secret`, body)).data)
    })
  if (webhook !== null)
    return (
      <WebhookSecret
        key="rotated"
        title="The new secret"
        webhook={webhook}
        note="Give it to your receiver within 24 hours."
        close={close}
      />
    )
  return (
    <Dialog key="form" title="Rotate the secret" close={close}>
      <Form send={rotate}>
        <p class="soft">
          For 24 hours we sign deliveries with both secrets. X-Svc-Signature has room for only one and uses the new one.
        </p>
        <SecretField {...field('secret')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Rotate secret</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
