import type { One, RecoveryAnswer, WebhookAnswer } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useLeaving, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import { hashOf } from '../place.ts'
import { hasPlan, type CalendarSession } from '../session.ts'
import { termsWords } from '../words/en/terms.ts'
import { webhooksWords } from '../words/en/webhooks.ts'
import { titlesOf } from './events-of.ts'
import type { PanelProps, Section } from './section.ts'
import { CreateWebhook, EditWebhook, RotateSecret } from './webhook-dialogs.tsx'
import { followRecovery, RecoverWebhook, RecoveryProgress } from './webhook-recovery.tsx'
import { testWebhook, type Notice } from './webhook-test.ts'

interface Loaded {
  webhooks: WebhookAnswer[]
  titles: Map<string, string>
}

type Chosen = { act: 'create' } | { act: 'edit' | 'pause' | 'rotate' | 'delete'; webhook: WebhookAnswer }

interface Around {
  session: CalendarSession
  reload: () => Promise<void>
  choose: (chosen: Chosen) => void
}

const pathOf = ({ calendar }: CalendarSession, { id, eventId }: WebhookAnswer) =>
  eventId === null ? `/calendars/${calendar.slug}/webhooks/${id}` : `/events/${eventId}/webhooks/${id}`

const reasonWords = (reason: string) => {
  const words = webhooksWords()
  if (reason === 'grant_revoked') return words.grantEnded
  return reason === 'receiver_gone' ? words.receiverGone : reason
}

const WebhookState = ({ webhook }: { webhook: WebhookAnswer }) => {
  const { states } = webhooksWords()
  if (webhook.isActive) return <span class="tag good">{states.active}</span>
  return webhook.disabledReason === null ? (
    <span class="tag warn">{states.paused}</span>
  ) : (
    <span class="tag bad">{states.switchedOff}</span>
  )
}

/** The buttons of a webhook. Their results appear below them. */
const WebhookActs = ({ webhook, session, reload, choose }: Around & { webhook: WebhookAnswer }) => {
  const { calendar, api } = session
  const words = webhooksWords()
  const path = pathOf(session, webhook)
  const [isRecovering, askToRecover] = useOpened(false)
  const [notice, show] = useState<Notice | null>(null)
  const [recovery, setRecovery] = useState<RecoveryAnswer | null>(null)
  const [work, following] = [useWork(), useWork()]
  const signal = useLeaving()
  const test = () =>
    void work.run(async () => {
      show({ look: '', words: words.test.sending })
      try {
        show(await testWebhook(session, path, webhook.id, signal))
      } catch (error) {
        show(null)
        throw error
      }
    })
  const resume = () =>
    void work.run(async () => {
      await api.patch(path, { isActive: true })
      session.toast(words.resumed)
      await reload()
    })
  const follow = (started: RecoveryAnswer) =>
    void following.run(() => followRecovery(session, path, started, setRecovery, signal))
  const act = (label: string, onClick: () => void, look = '') => (
    <button type="button" class={`button plain small ${look}`.trim()} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <>
      <div class="row acts">
        <button
          type="button"
          class="button plain small"
          disabled={!webhook.isActive}
          aria-disabled={work.isUnderWay ? 'true' : 'false'}
          onClick={test}
        >
          {words.sendTest}
        </button>
        {act(termsWords().edit, () => choose({ act: 'edit', webhook }))}
        {webhook.isActive ? act(words.pause, () => choose({ act: 'pause', webhook })) : act(words.resume, resume)}
        {act(words.rotateSecret, () => choose({ act: 'rotate', webhook }))}
        {webhook.isActive && act(words.resendMissed, () => askToRecover(true))}
        {hasPlan(session, 'PRO') && (
          <a class="button plain small" href={hashOf(calendar.slug, 'deliveries', { webhookId: webhook.id })}>
            {words.log}
          </a>
        )}
        {act(termsWords().delete, () => choose({ act: 'delete', webhook }), 'bad')}
      </div>
      {notice !== null && (
        <p class={`notice ${notice.look}`.trim()} role="status">
          {notice.words} {notice.log !== undefined && <a href={notice.log}>{words.test.openLog}</a>}
        </p>
      )}
      {recovery !== null && <RecoveryProgress session={session} path={path} recovery={recovery} />}
      <OtherFault work={work} />
      <OtherFault work={following} />
      {isRecovering && (
        <RecoverWebhook session={session} path={path} close={() => askToRecover(false)} started={follow} />
      )}
    </>
  )
}

const WebhookCard = ({ webhook, title, ...around }: Around & { webhook: WebhookAnswer; title: string }) => {
  const words = webhooksWords()
  return (
    <li class="card item">
      <div class="row caption">
        <h2 class="address">{webhook.url}</h2>
        <WebhookState webhook={webhook} />
        {webhook.consecutiveFailures > 0 && <span class="tag bad">{words.failures(webhook.consecutiveFailures)}</span>}
      </div>
      <p class="meta quiet">
        <span>{title}</span>
        <span>{webhook.form === 'target' ? words.signedByTarget : words.signedByCurrent}</span>
        <span>{words.created(<FromNow at={webhook.createdAt} />)}</span>
      </p>
      {webhook.disabledReason !== null && <p class="notice warn">{reasonWords(webhook.disabledReason)}</p>}
      <ul class="tags" aria-label={words.typesOfWebhook}>
        {webhook.events.map((type) => (
          <li class="tag" key={type}>
            {type}
          </li>
        ))}
      </ul>
      <WebhookActs webhook={webhook} {...around} />
    </li>
  )
}

const load = async (session: CalendarSession): Promise<Loaded> => {
  const path = `/calendars/${session.calendar.slug}/webhooks`
  const { data: webhooks } = await session.api.get<One<WebhookAnswer[]>>(path, { withEvents: true })
  const eventIds = webhooks.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  return { webhooks, titles: await titlesOf(session, eventIds) }
}

const Webhooks = ({ session }: PanelProps) => {
  const words = webhooksWords()
  const asked = useAsked(() => load(session), [session.calendar.slug])
  const [chosen, choose] = useOpened<Chosen | null>(null)
  const close = () => choose(null)
  const dialog = { session, close, reload: asked.again }
  const titleOf = ({ titles }: Loaded, { eventId }: WebhookAnswer) =>
    eventId === null ? words.everyEvent : (titles.get(eventId) ?? eventId)
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button type="button" class="button" onClick={() => choose({ act: 'create' })}>
          {words.create}
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={(loaded) =>
          loaded.webhooks.length === 0 ? (
            <Empty title={words.empty.title}>{words.empty.about}</Empty>
          ) : (
            <ul class="items">
              {loaded.webhooks.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  title={titleOf(loaded, webhook)}
                  session={session}
                  reload={asked.again}
                  choose={choose}
                />
              ))}
            </ul>
          )
        }
      />
      {chosen?.act === 'create' && <CreateWebhook key="create" {...dialog} />}
      {chosen?.act === 'edit' && (
        <EditWebhook key="edit" path={pathOf(session, chosen.webhook)} webhook={chosen.webhook} {...dialog} />
      )}
      {chosen?.act === 'rotate' && (
        <RotateSecret key="rotate" path={pathOf(session, chosen.webhook)} session={session} close={close} />
      )}
      {chosen?.act === 'pause' && (
        <Ask
          key="pause"
          title={words.pausing.title}
          action={words.pausing.action}
          close={close}
          act={async () => {
            await session.api.patch(pathOf(session, chosen.webhook), { isActive: false })
            await asked.again()
          }}
        >
          <p>{words.pausing.about}</p>
        </Ask>
      )}
      {chosen?.act === 'delete' && (
        <Ask
          key="delete"
          title={words.deleting.title}
          action={words.deleting.action}
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(pathOf(session, chosen.webhook))
            await asked.again()
          }}
        >
          <p>{words.deleting.about(<code>{chosen.webhook.url}</code>)}</p>
        </Ask>
      )}
    </>
  )
}

export const webhooksSection: Section = {
  id: 'webhooks',
  words: webhooksWords,
  role: 'OWNER',
  plan: 'PLUS',
  Panel: Webhooks,
}
