import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../kernel/failure.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { checkDate, PretixOrder, tableOfPretix, type SourceTable } from './pretix.ts'

const TIMEOUT_MS = 15_000
const MAX_PAGE_BYTES = 8_000_000
/** pretix returns 50 objects per page. */
const MAX_PAGES = 40

const Slug = lazy(() => z.string().regex(/^\w[\w.-]{0,99}$/, 'must be the short form in the address of the event'))

export const PretixSource = lazy(() =>
  z
    .object({
      url: z.string().max(200).optional().describe('Address of the pretix installation. Default: https://pretix.eu.'),
      organizer: Slug().describe('Short form of the organizer, as in the address of the event.'),
      event: Slug().describe('Short form of the event.'),
      subevent: z.int().optional().describe('Id of the date, if the event is a series.'),
      token: z
        .string()
        .min(1)
        .max(200)
        .describe(
          'API token of a team that can view orders. The service uses it for this request and doesn’t store it.',
        ),
    })
    .meta({ id: 'PretixSource' }),
)
export type PretixSource = SchemaOutput<typeof PretixSource>

/** Text in one language, or by language. */
const Localised = lazy(() => z.union([z.string(), z.record(z.string(), z.string())]))

const EventDetails = lazy(() => z.object({ currency: z.string() }))
const Item = lazy(() =>
  z.object({
    id: z.int(),
    name: Localised(),
    variations: z.array(z.object({ id: z.int(), value: Localised() })).optional(),
  }),
)
const Question = lazy(() => z.object({ id: z.int(), question: Localised() }))

const SAYS: Readonly<Record<number, readonly [field: string, says: string]>> = {
  401: ['pretix.token', 'isn’t accepted by pretix. Create a new one in the team’s settings'],
  403: ['pretix.token', 'may not read this event. Give its team the permission to view orders'],
  404: ['pretix.event', 'isn’t an event of this organizer at pretix'],
  429: ['pretix.token', 'has reached pretix’s rate limit. Try again in a minute'],
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const readerOf = ({ url = 'https://pretix.eu', organizer, event, token }: PretixSource, deps: Deps) => {
  const refused = refuseReceiverUrl(url, receiverPolicyOf(deps.config))
  if (refused !== null) throw invalid('pretix.url', refused)
  const base = new URL(`/api/v1/organizers/${organizer}/events/${event}/`, url)
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
    const answer = await deps.outbound.get({
      url: base.href + path,
      headers: {
        Accept: 'application/json',
        Authorization: `Token ${token}`,
        'User-Agent': `EventCalendar/${deps.config.version}`,
      },
      timeoutMs: TIMEOUT_MS,
      mostBytes: MAX_PAGE_BYTES,
    })
    if (answer.kind === 'unanswered') throw invalid('pretix.url', `can’t be reached: ${answer.error}`)
    const [field, says] = SAYS[answer.status] ?? []
    if (field !== undefined && says !== undefined) throw invalid(field, says)
    if (answer.status !== 200)
      throw invalid('pretix.url', `returned status ${answer.status} for \`${path === '' ? 'the event' : path}\``)
    const result = schema.safeParse(answer.error === null ? parsed(answer.body) : null)
    if (result.success) return result.data
    const at = result.error.issues[0]?.path.join('.') ?? ''
    throw invalid('pretix.url', `isn’t pretix’s API: \`${at}\` in \`${path}\` is missing or has another form`)
  }
  /** Reads the pages by number. Ignores the URLs in `next`, because they could lead to another host. */
  const list = async <Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema>[]> => {
    const Page = z.object({ next: z.string().nullable(), results: z.array(schema) })
    const all: z.infer<Schema>[] = []
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { next, results } = await get(`${name}/?page=${page}`, Page)
      all.push(...results)
      if (next === null) return all
    }
    throw invalid('pretix.event', `has more than ${MAX_PAGES} pages of ${name}. Import its export file in parts`)
  }
  return { get, list }
}

const textIn = (text: string | Record<string, string>, locale: string) =>
  typeof text === 'string' ? text : (text[locale] ?? text['en'] ?? Object.values(text)[0] ?? '')

/** Reads items, questions and orders with check-ins from pretix's REST API, as documented on 27 November 2026. */
export const fetchPretix = async (
  source: PretixSource,
  locale: string,
  deps: Deps,
): Promise<SourceTable & { currency: string }> => {
  const { get, list } = readerOf(source, deps)
  const { currency } = await get('', EventDetails())
  const items = await list('items', Item())
  const questions = await list('questions', Question())
  const orders = await list('orders', PretixOrder())
  checkDate(orders, source.subevent, 'pretix.subevent')
  const event = {
    items: items.map(({ id, name, variations = [] }) => ({
      id,
      name: textIn(name, locale),
      variations: variations.map((variation) => ({ id: variation.id, name: textIn(variation.value, locale) })),
    })),
    questions: questions.map(({ id, question }) => ({ id, question: textIn(question, locale) })),
    orders,
  }
  return { ...tableOfPretix(event, source.subevent ?? null), currency }
}
