import { WEBHOOK_EVENT_TYPES, DELIVERY_STATUSES } from '../../../src/kernel/vocabulary.ts'
import { element, show } from '../../shared/element.ts'
import { selectField } from '../../shared/fields.ts'
import { emptiness, loading, skeleton, troubleOf } from '../../shared/loading.ts'
import { repeating } from '../../shared/repeating.ts'
import { deliveryList } from './delivery-list.ts'
import { statusWords } from './delivery-row.ts'
import { createPager } from './pager.ts'
import { hashOf } from '../place.ts'
import { byHand } from './by-hand.tsx'
import type { Scene } from './scene.ts'
import type { Section } from './section.ts'
import type { Delivery, One, PageOf, Webhook } from './wire.ts'

const PER_PAGE = 25
const CALM_MS = 5_000
const BUSY_MS = 1_000

const all = { value: '', label: 'All' }

const filtersOf = (scene: Scene, webhooks: readonly Webhook[]) => {
  const { query } = scene
  const fields = [
    selectField({
      name: 'webhookId',
      label: 'Webhook',
      options: [all, ...webhooks.map(({ id, url }) => ({ value: id, label: url }))],
      chosen: query.get('webhookId') ?? '',
    }),
    selectField({
      name: 'status',
      label: 'State',
      options: [all, ...DELIVERY_STATUSES.map((value) => ({ value, label: statusWords(value) }))],
      chosen: query.get('status') ?? '',
    }),
    selectField({
      name: 'eventType',
      label: 'Type',
      options: [all, ...WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value }))],
      chosen: query.get('eventType') ?? '',
    }),
  ]
  const values = () => Object.fromEntries(fields.map(({ name, value }) => [name, value()]))
  return { fields, values }
}

const shortOf = (url: string) => url.replace(/^https?:\/\//, '')

const nothingHere = (isFiltered: boolean) =>
  isFiltered
    ? emptiness('Nothing like that', 'No delivery fits these filters.')
    : emptiness(
        'No delivery yet',
        'As soon as something happens that a webhook is told of, it is listed here with every attempt.',
      )

const isOnItsWay = ({ status }: Delivery) => status === 'pending'

const countWords = (total: number) => {
  if (total === 0) return ''
  return total === 1 ? '1 delivery' : `${total} deliveries`
}

/** Pressed while the list follows what happens. */
const liveButton = () => {
  const node = element('button', { type: 'button', class: 'button plain small live', 'aria-pressed': true }, 'Live')
  const isOn = () => node.getAttribute('aria-pressed') === 'true'
  node.addEventListener('click', () => node.setAttribute('aria-pressed', String(!isOn())))
  const say = (isAnswered: boolean) => (node.textContent = isAnswered ? 'Live' : 'No answer just now')
  return { node, isOn, say }
}

/** The log while somebody looks at it: a page of it, asked for again and again. */
const openLog = (scene: Scene, webhooks: readonly Webhook[]) => {
  const { calendar, api, signal } = scene
  const { fields, values } = filtersOf(scene, webhooks)
  const [list, notes] = [element('div', { class: 'deliveries' }), element('div', {}, skeleton())]
  const live = liveButton()
  const receivers = new Map(webhooks.map(({ id, url }) => [id, shortOf(url)]))
  let isMoving = false
  let asked = 0

  const draw = ({ data, total, totalPages }: PageOf<Delivery>) => {
    shown.show(data)
    isMoving = data.some(isOnItsWay)
    show(notes, data.length === 0 && nothingHere(Object.values(values()).some((value) => value !== '')))
    pager.show(countWords(total), totalPages)
  }
  const look = async () => {
    asked += 1
    const mine = asked
    const wanted = { ...values(), page: pager.page(), limit: PER_PAGE }
    const found = await api.get<PageOf<Delivery>>(`/calendars/${calendar.slug}/webhook-deliveries`, wanted, { signal })
    // An answer that was overtaken would show what other filters asked for.
    if (mine === asked) draw(found)
  }
  const lookNow = () =>
    void look().catch((error: unknown) => {
      if (!signal.aborted) show(notes, troubleOf(error, lookNow))
    })
  const follow = async () => {
    if (!live.isOn() && !isMoving) return
    await look().catch((error: unknown) => {
      live.say(false)
      throw error
    })
    live.say(true)
  }
  const lookSoon = repeating(follow, () => (isMoving ? BUSY_MS : CALM_MS), signal)
  const pager = createPager(lookNow)
  const shown = deliveryList(
    scene,
    list,
    (id) => receivers.get(id) ?? `${id}, deleted since`,
    () => {
      isMoving = true
      lookSoon()
    },
  )
  for (const { control } of fields) {
    control.addEventListener('change', () => {
      pager.toFirst()
      history.replaceState(null, '', hashOf(calendar.slug, 'deliveries', values()))
      lookNow()
    })
  }
  scene.offer(live.node)
  lookNow()
  return [
    element(
      'div',
      { class: 'filters' },
      fields.map(({ node }) => node),
    ),
    notes,
    list,
    pager.node,
  ]
}

export const deliveriesSection: Section = {
  id: 'deliveries',
  title: 'Deliveries',
  lead: 'Everything that was sent to your webhooks, with each attempt and what came back.',
  role: 'OWNER',
  plan: 'PRO',
  Panel: byHand((scene) => {
    const path = `/calendars/${scene.calendar.slug}/webhooks`
    void loading(
      scene.place,
      () => scene.api.get<One<Webhook[]>>(path, { withEvents: true }),
      ({ data }) => openLog(scene, data),
    )
  }),
}
