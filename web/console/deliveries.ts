import { WEBHOOK_EVENT_TYPES, DELIVERY_STATUSES } from '../../src/kernel/vocabulary.ts'
import { element, show } from '../shared/element.ts'
import { selectField } from '../shared/fields.ts'
import { emptiness, loading, skeleton, troubleOf } from '../shared/loading.ts'
import { repeating } from '../shared/repeating.ts'
import { deliveryList } from './delivery-list.ts'
import { statusWords } from './delivery-row.ts'
import { hashOf } from './place.ts'
import type { Scene, Section } from './scene.ts'
import type { Delivery, One, PageOf, Webhook } from './wire.ts'

const PER_PAGE = 25
const CALM_MS = 5_000
const BUSY_MS = 1_500

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

const shortOf = (url: string | undefined) => url?.replace(/^https?:\/\//, '')

const nothingHere = (isFiltered: boolean) =>
  isFiltered
    ? emptiness('Nothing like that', 'No delivery fits these filters.')
    : emptiness(
        'No delivery yet',
        'As soon as something happens that a webhook is told of, it is listed here with every attempt.',
      )

/** The log while somebody looks at it: a page of it, asked for again and again. */
const openLog = (scene: Scene, webhooks: readonly Webhook[]) => {
  const { calendar, api, signal } = scene
  const { fields, values } = filtersOf(scene, webhooks)
  const [list, notes] = [element('div', { class: 'deliveries' }), element('div', {}, skeleton())]
  const live = element('button', { type: 'button', class: 'button plain small live', 'aria-pressed': true }, 'Live')
  const count = element('p', { class: 'quiet', role: 'status' })
  const [newer, older] = ['Newer', 'Older'].map((label) =>
    element('button', { type: 'button', class: 'button plain small' }, label),
  ) as [HTMLButtonElement, HTMLButtonElement]
  const pager = element('div', { class: 'row' }, newer, older)
  const receivers = new Map(webhooks.map(({ id, url }) => [id, url]))
  const shown = deliveryList(scene, list, (id) => shortOf(receivers.get(id)) ?? `${id}, deleted since`)
  let page = 1
  let isMoving = false
  let asked = 0

  const draw = ({ data, total, totalPages }: PageOf<Delivery>) => {
    live.textContent = 'Live'
    shown.show(data)
    isMoving = data.some(({ status, attempts }) => status === 'pending' || (status === 'retrying' && attempts === 0))
    show(notes, data.length === 0 && nothingHere(Object.values(values()).some((value) => value !== '')))
    count.textContent =
      total === 0 ? '' : `${total} ${total === 1 ? 'delivery' : 'deliveries'}, page ${page} of ${totalPages}`
    pager.hidden = totalPages <= 1
    newer.disabled = page <= 1
    older.disabled = page >= totalPages
  }
  const look = async () => {
    asked += 1
    const mine = asked
    const wanted = { ...values(), page, limit: PER_PAGE }
    const found = await api.get<PageOf<Delivery>>(`/calendars/${calendar.slug}/webhook-deliveries`, wanted, { signal })
    // An answer that was overtaken would show what other filters asked for.
    if (mine === asked) draw(found)
  }
  const lookNow = () =>
    void look().catch((error: unknown) => {
      if (!signal.aborted) show(notes, troubleOf(error, lookNow))
    })
  const turn = (by: number) => {
    page += by
    lookNow()
  }
  newer.addEventListener('click', () => turn(-1))
  older.addEventListener('click', () => turn(1))
  for (const { control } of fields) {
    control.addEventListener('change', () => {
      page = 1
      history.replaceState(null, '', hashOf(calendar.slug, 'deliveries', values()))
      lookNow()
    })
  }
  const isLive = () => live.getAttribute('aria-pressed') === 'true'
  live.addEventListener('click', () => live.setAttribute('aria-pressed', String(!isLive())))
  repeating(
    async () => {
      if (!isLive()) return
      await look().catch((error: unknown) => {
        live.textContent = 'No answer just now'
        throw error
      })
    },
    () => (isMoving ? BUSY_MS : CALM_MS),
    signal,
  )
  scene.offer(live)
  lookNow()
  return [
    element(
      'div',
      { class: 'filters' },
      fields.map(({ node }) => node),
    ),
    notes,
    list,
    element('div', { class: 'row between pager' }, count, pager),
  ]
}

export const deliveriesSection: Section = {
  id: 'deliveries',
  title: 'Deliveries',
  lead: 'Everything that was sent to your webhooks, with each attempt and what came back.',
  role: 'OWNER',
  plan: 'PRO',
  open: (scene) => {
    const path = `/calendars/${scene.calendar.slug}/webhooks`
    void loading(
      scene.place,
      () => scene.api.get<One<Webhook[]>>(path, { withEvents: true }),
      ({ data }) => openLog(scene, data),
    )
  },
}
