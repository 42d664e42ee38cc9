import { DEFAULT_WEBHOOK_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import type { EventAnswer, One, WebhookAnswer } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import { termsWords } from '../words/en/terms.ts'
import { webhooksWords } from '../words/en/webhooks.ts'
import { eventOptions, eventsToCome } from './events-of.ts'
import { ShowSecret } from './show-secret.tsx'

type WithSecret = WebhookAnswer & { plainSecret: string }

const typeOptions = () => {
  const { eventTypes } = webhooksWords()
  return WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value, hint: eventTypes[value] }))
}

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

const scopeOptions = (hasEvents: boolean) => {
  const { calendar, calendarHint, event, eventHint } = webhooksWords().form
  return [
    { value: 'target' as const, label: calendar, hint: calendarHint },
    { value: 'current' as const, label: event, hint: eventHint, isDisabled: !hasEvents },
  ]
}

interface Typed {
  value: string
  set: (value: string) => void
  fault: string | null
}

const UrlField = (typed: Typed) => (
  <TextField
    label={webhooksWords().form.address}
    type="url"
    placeholder="https://example.org/hooks/events"
    hint={webhooksWords().form.addressHint}
    {...typed}
  />
)

const SecretField = (typed: Typed) => (
  <TextField label={webhooksWords().form.secret} hint={webhooksWords().form.secretHint} {...typed} />
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
  <ShowSecret title={title} secret={webhook.plainSecret} of={webhooksWords().secret.copied} close={close}>
    {note !== undefined && <p>{note}</p>}
    <p>{webhooksWords().secret.headers}</p>
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
  const { form: labels, creating } = webhooksWords()
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
      <RadioField label={labels.scope} {...field('form')} options={scopeOptions(events.length > 0)} />
      {isOfOneEvent && <SelectField label={labels.chooseEvent} {...field('eventId')} options={eventOptions(events)} />}
      <ChecksField label={labels.types} {...field('events')} options={typeOptions()} />
      <SecretField {...field('secret')} />
      <OtherFault work={work} fields={shown} />
      <footer>
        <button type="button" class="button bare" onClick={close}>
          {termsWords().cancel}
        </button>
        <Send work={work}>{creating.action}</Send>
      </footer>
    </Form>
  )
}

/** Creates a webhook and shows its secret once. */
export const CreateWebhook = ({ session, close, reload }: WebhookDialog) => {
  const words = webhooksWords()
  const [webhook, show] = useState<WithSecret | null>(null)
  const asked = useAsked(() => eventsToCome(session), [session.calendar.slug])
  const created = (answer: WithSecret) => {
    show(answer)
    void reload()
  }
  if (webhook !== null)
    return <WebhookSecret key="created" title={words.secret.ofCreated} webhook={webhook} close={close} />
  return (
    <Dialog key="form" title={words.creating.title} close={close}>
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
  const words = webhooksWords()
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
    <Dialog title={words.editing.title} close={close}>
      <Form send={() => void save()}>
        <UrlField {...field('url')} />
        <ChecksField label={words.form.types} {...field('events')} options={typeOptions()} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.editing.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Replaces the secret and shows the new one once. */
export const RotateSecret = ({ session, path, close }: Omit<WebhookDialog, 'reload'> & { path: string }) => {
  const [webhook, show] = useState<WithSecret | null>(null)
  const work = useWork()
  const words = webhooksWords()
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
        title={words.secret.ofRotated}
        webhook={webhook}
        note={words.secret.giveToReceiver}
        close={close}
      />
    )
  return (
    <Dialog key="form" title={words.rotating.title} close={close}>
      <Form send={rotate}>
        <p class="soft">{words.rotating.about}</p>
        <SecretField {...field('secret')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.rotating.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
