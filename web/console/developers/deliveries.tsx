import { useRef } from 'hono/jsx/dom'
import { DELIVERY_STATUSES, WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import type { DeliveryAnswer, One, PageOf, WebhookAnswer } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { SelectField } from '../parts/fields.tsx'
import { useRepeated } from '../parts/repeated.ts'
import { useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { deliveriesWords } from '../words/en/deliveries.ts'
import { DeliveryRow } from './delivery-row.tsx'
import type { PanelProps, Section } from './section.ts'

const PER_PAGE = 25
const CALM_MS = 5_000
const BUSY_MS = 1_000

const FILTERS = ['webhookId', 'status', 'eventType'] as const

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')

const countWords = ({ total, totalPages, page }: PageOf<DeliveryAnswer>) => {
  if (total === 0) return ''
  const words = deliveriesWords()
  return totalPages > 1 ? words.countOnPage(total, page, totalPages) : words.count(total)
}

const Turning = ({ found, turn }: { found: PageOf<DeliveryAnswer>; turn: (page: number) => void }) => (
  <div class="spread">
    <p class="quiet" role="status">
      {countWords(found)}
    </p>
    {found.totalPages > 1 && (
      <div class="row">
        <button
          type="button"
          class="button plain small"
          disabled={found.page <= 1}
          onClick={() => turn(found.page - 1)}
        >
          {deliveriesWords().newer}
        </button>
        <button
          type="button"
          class="button plain small"
          disabled={found.page >= found.totalPages}
          onClick={() => turn(found.page + 1)}
        >
          {deliveriesWords().older}
        </button>
      </div>
    )}
  </div>
)

/** The delivery log with its filters and pages. It updates while the page is visible. */
const Log = ({
  session,
  webhooks,
  isLive,
  heard,
}: Pick<PanelProps, 'session'> & {
  webhooks: readonly WebhookAnswer[]
  isLive: boolean
  /** Reports whether the last update got a response. */
  heard: (isAnswered: boolean) => void
}) => {
  const { api, calendar, place } = session
  const words = deliveriesWords()
  const filters = Object.fromEntries(FILTERS.map((name) => [name, place.query.get(name) ?? '']))
  const [page, turn] = useState(1)
  const question = JSON.stringify([filters, page])
  const load = () =>
    api.get<PageOf<DeliveryAnswer>>(`/calendars/${calendar.slug}/webhook-deliveries`, {
      ...filters,
      page,
      limit: PER_PAGE,
    })
  const asked = useAsked(load, [calendar.slug, question])
  // Identifies the current request. Replaced when the filters or the page change and after every retry, so that the
  // response to an earlier request is dropped.
  const current = useRef({ question })
  if (current.current?.question !== question) current.current = { question }

  const isMoving = asked.data?.data.some(({ status }) => status === 'pending') === true
  const update = async () => {
    if (!isLive && !isMoving) return
    const mine = current.current
    const found = await load().catch((error: unknown) => {
      heard(false)
      throw error
    })
    heard(true)
    if (mine === current.current) asked.put(found)
  }
  useRepeated(update, isMoving ? BUSY_MS : CALM_MS)

  const retried = (delivery: DeliveryAnswer) => {
    if (asked.data === null) return
    current.current = { question }
    const data = asked.data.data.map((each) => (each.id === delivery.id ? delivery : each))
    asked.put({ ...asked.data, data })
  }
  const filterBy = (name: (typeof FILTERS)[number]) => ({
    value: filters[name] ?? '',
    set: (value: string) => {
      turn(1)
      session.go(hashOf(calendar.slug, 'deliveries', { ...filters, [name]: value }), { replace: true })
    },
  })
  const receivers = new Map(webhooks.map(({ id, url }) => [id, withoutScheme(url)]))
  const all = { value: '', label: words.filters.all }
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const empty = isFiltered ? words.noMatches : words.empty
  return (
    <div class="content">
      <div class="filters">
        <SelectField
          label={words.filters.webhook}
          options={[all, ...webhooks.map(({ id, url }) => ({ value: id, label: url }))]}
          {...filterBy('webhookId')}
        />
        <SelectField
          label={words.filters.state}
          options={[all, ...DELIVERY_STATUSES.map((value) => ({ value, label: words.states[value] }))]}
          {...filterBy('status')}
        />
        <SelectField
          label={words.filters.type}
          options={[all, ...WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value }))]}
          {...filterBy('eventType')}
        />
      </div>
      <Shown
        asked={asked}
        draw={(found) => (
          <div class="stack">
            {found.data.length === 0 ? (
              <Empty title={empty.title}>{empty.about}</Empty>
            ) : (
              <div class="deliveries">
                {found.data.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    delivery={delivery}
                    receiver={receivers.get(delivery.webhookId) ?? words.toDeleted(delivery.webhookId)}
                    session={session}
                    retried={retried}
                  />
                ))}
              </div>
            )}
            <Turning found={found} turn={turn} />
          </div>
        )}
      />
    </div>
  )
}

const Deliveries = ({ session }: PanelProps) => {
  const { api, calendar } = session
  const words = deliveriesWords()
  const asked = useAsked(
    async () =>
      (await api.get<One<WebhookAnswer[]>>(`/calendars/${calendar.slug}/webhooks`, { withEvents: true })).data,
    [calendar.slug],
  )
  const [isLive, setLive] = useState(true)
  const [isAnswered, hear] = useState(true)
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button
          type="button"
          class="button plain small live"
          aria-pressed={isLive ? 'true' : 'false'}
          onClick={() => setLive(!isLive)}
        >
          {isAnswered ? words.live : words.notAnswering}
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={(webhooks) => <Log session={session} webhooks={webhooks} isLive={isLive} heard={hear} />}
      />
    </>
  )
}

export const deliveriesSection: Section = {
  id: 'deliveries',
  words: deliveriesWords,
  role: 'OWNER',
  plan: 'PRO',
  Panel: Deliveries,
}
