import { alertOf, askThenDo, busy } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'
import { emptiness, loading } from '../../shared/loading.ts'
import { timeFromNow } from '../../shared/times.ts'
import { titlesOf } from './events-of.ts'
import { hashOf } from '../place.ts'
import { byHand } from './by-hand.tsx'
import { planCovers, type Scene } from './scene.ts'
import type { Section } from './section.ts'
import { recoverWebhook } from './webhook-recovery.ts'
import { createWebhook, editWebhook, rotateSecret } from './webhook-dialogs.ts'
import { testWebhook } from './webhook-test.ts'
import type { One, Webhook } from './wire.ts'

interface Listed {
  webhooks: Webhook[]
  titles: Map<string, string>
}

const pathOf = (scene: Scene, { id, eventId }: Webhook) =>
  eventId === null ? `/calendars/${scene.calendar.slug}/webhooks/${id}` : `/events/${eventId}/webhooks/${id}`

const REASONS: Record<string, string> = {
  receiver_gone: 'The receiver answered 410 Gone, which switches a webhook off. Resume it once the address is back.',
}

const stateOf = ({ isActive, disabledReason }: Webhook) => {
  if (isActive) return element('span', { class: 'tag good' }, 'Active')
  return disabledReason === null
    ? element('span', { class: 'tag warn' }, 'Paused')
    : element('span', { class: 'tag bad' }, 'Switched off')
}

const failuresOf = ({ consecutiveFailures: count }: Webhook) =>
  count > 0 && element('span', { class: 'tag bad' }, count === 1 ? 'The last one failed' : `${count} failures in a row`)

const small = (label: string, act: () => void, look = '') =>
  element('button', { type: 'button', class: `button plain small ${look}`.trim(), onclick: act }, label)

const actionsOf = (webhook: Webhook, scene: Scene, reload: () => Promise<void>, outcome: HTMLElement) => {
  const path = pathOf(scene, webhook)
  const { isActive } = webhook
  const test = element('button', { type: 'button', class: 'button plain small', disabled: !isActive }, 'Send a test')
  test.addEventListener('click', () => void busy(test, () => testWebhook(scene, path, webhook.id, outcome)))
  const resume = () =>
    scene.api.patch(path, { isActive: true }).then(
      () => {
        scene.say('It hears again of what happens from now on.')
        return reload()
      },
      (error: unknown) => outcome.replaceChildren(alertOf(error)),
    )
  const pause = async () => {
    const question = {
      title: 'Pause this webhook?',
      text: 'Nothing is sent until you resume it; deliveries still waiting are dropped.',
      action: 'Pause',
      isDangerous: false,
    }
    if (await askThenDo(question, () => scene.api.patch(path, { isActive: false }))) await reload()
  }
  const edit = async () => {
    if ((await editWebhook(scene, path, webhook)) !== null) await reload()
  }
  const remove = async () => {
    const question = {
      title: 'Delete this webhook?',
      text: [
        'Nothing more is sent to ',
        element('code', {}, webhook.url),
        ', not even deliveries waiting for a retry.',
      ],
      action: 'Delete',
    }
    if (await askThenDo(question, () => scene.api.delete(path))) await reload()
  }
  return element(
    'div',
    { class: 'row acts' },
    test,
    small('Edit', () => void edit()),
    isActive ? small('Pause', () => void pause()) : small('Resume', () => void resume()),
    small('Rotate secret', () => void rotateSecret(scene, path)),
    isActive && small('Send missed again', () => void recoverWebhook(scene, path, outcome)),
    planCovers(scene.calendar.plan, 'PRO') &&
      element(
        'a',
        { class: 'button plain small', href: hashOf(scene.calendar.slug, 'deliveries', { webhookId: webhook.id }) },
        'Log',
      ),
    small('Delete', () => void remove(), 'bad'),
  )
}

const webhookCard = (webhook: Webhook, { titles }: Listed, scene: Scene, reload: () => Promise<void>) => {
  const outcome = element('div', {})
  const of = webhook.eventId === null ? 'Every event of the calendar' : (titles.get(webhook.eventId) ?? webhook.eventId)
  return element(
    'li',
    { class: 'card item' },
    element(
      'div',
      { class: 'row caption' },
      element('h2', { class: 'address' }, webhook.url),
      stateOf(webhook),
      failuresOf(webhook),
    ),
    element(
      'p',
      { class: 'facts quiet' },
      element('span', {}, of),
      element(
        'span',
        {},
        webhook.form === 'target'
          ? 'Signed by X-Svc-Signature and Standard Webhooks'
          : 'Signed by X-Svc-Webhook-Signature',
      ),
      element('span', {}, 'Created ', timeFromNow(webhook.createdAt)),
    ),
    webhook.disabledReason !== null &&
      element('p', { class: 'notice warn' }, REASONS[webhook.disabledReason] ?? webhook.disabledReason),
    element(
      'ul',
      { class: 'tags', 'aria-label': 'What it is told' },
      webhook.events.map((type) => element('li', { class: 'tag' }, type)),
    ),
    actionsOf(webhook, scene, reload, outcome),
    outcome,
  )
}

const listOf = (listed: Listed, scene: Scene, reload: () => Promise<void>): Child =>
  listed.webhooks.length === 0
    ? emptiness(
        'No webhook yet',
        'A webhook is an address of yours that is told, within seconds, when somebody registers, checks in or an event changes.',
      )
    : element(
        'ul',
        { class: 'items' },
        listed.webhooks.map((webhook) => webhookCard(webhook, listed, scene, reload)),
      )

const ask = async (scene: Scene): Promise<Listed> => {
  const { data: webhooks } = await scene.api.get<One<Webhook[]>>(`/calendars/${scene.calendar.slug}/webhooks`, {
    withEvents: true,
  })
  const ids = webhooks.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  return { webhooks, titles: await titlesOf(scene, ids) }
}

export const webhooksSection: Section = {
  id: 'webhooks',
  title: 'Webhooks',
  lead: 'Addresses of yours that are told what happens, signed so that you can tell it was us.',
  role: 'OWNER',
  plan: 'PLUS',
  Panel: byHand((scene) => {
    const create = element('button', { type: 'button', class: 'button' }, 'Create a webhook')
    scene.offer(create)
    const reload = loading(
      scene.place,
      () => ask(scene),
      (listed, again) => listOf(listed, scene, again),
    )
    create.addEventListener('click', () => void createWebhook(scene).then((made) => (made ? reload() : undefined)))
  }),
}
