import * as z from 'zod'
import { type SchemaInput, lazy, type Lazy } from '../../kernel/lazy.ts'
import { DEFAULT_LIMIT, MAXIMUM_LIMIT } from '../../kernel/page.ts'
import { ACTOR_TYPES, CHANGE_OBJECTS, type ChangeObject } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, wholeNumber } from '../../kernel/wire.ts'
import { Addon } from '../addons/index.ts'
import { Calendar } from '../calendars/index.ts'
import { ListedCheckin } from '../checkins/index.ts'
import { Checkpoint } from '../checkpoints/index.ts'
import { Announcement, Reminder } from '../communications/index.ts'
import { Coupon } from '../coupons/index.ts'
import { OrderDocument } from '../documents/index.ts'
import { Event } from '../events/index.ts'
import { Guest } from '../guests/index.ts'
import { Job } from '../jobs/index.ts'
import { Order, Refund } from '../orders/index.ts'
import { Series } from '../series/index.ts'
import { Ticket } from '../tickets/index.ts'

/** Schema of each kind of object, the same as in its list under `/v1`. */
const FORMS = {
  calendar: Calendar,
  series: Series,
  event: Event,
  ticket: Ticket,
  addon: Addon,
  checkpoint: Checkpoint,
  guest: Guest,
  checkin: ListedCheckin,
  scan: ListedCheckin,
  order: Order,
  refund: Refund,
  document: OrderDocument,
  coupon: Coupon,
  announcement: Announcement,
  reminder: Reminder,
  job: Job,
} satisfies Record<ChangeObject, Lazy<z.ZodObject>>

const ChangeActor = lazy(() =>
  z
    .object({
      type: z.enum(ACTOR_TYPES),
      id: z.string().nullable(),
      via: z
        .string()
        .nullable()
        .describe(
          'Assistant that made the change over MCP for the actor, as its program names itself, such as `claude-code 2.1.0`. `mcp` if it gives no name. Null for all other changes.',
        ),
    })
    .meta({ id: 'ChangeActor' }),
)
const LabelledActor = lazy(() =>
  ChangeActor()
    .extend({ label: z.string().nullable().describe('Name of the key, door pass or guest.') })
    .meta({ id: 'LabelledActor' }),
)

const changeOf = <Actor extends z.ZodObject>(object: ChangeObject, Actor: Lazy<Actor>, name: string) =>
  z
    .object({
      seq: z.int().describe('Sequence number, increasing with every change.'),
      at: InstantOutput(),
      object: z.literal(object),
      id: z.string(),
      eventId: z.string().nullable(),
      op: z.enum(['upsert', 'delete']),
      fields: z.array(z.string()).describe('Names of the changed fields. Lists all fields if the object was created.'),
      actor: Actor(),
      current: FORMS[object]().nullable().describe('Current state of the object. Null after a deletion or erasure.'),
    })
    .meta({ id: object.charAt(0).toUpperCase() + object.slice(1) + name })

const changesOf = <Actor extends z.ZodObject>(Actor: Lazy<Actor>, name: string, itemName: string) => {
  const [first, ...others] = CHANGE_OBJECTS.map((object) => changeOf(object, Actor, itemName))
  if (first === undefined) throw new Error('no object type is tracked')
  return z.object({
    data: z.array(z.discriminatedUnion('object', [first, ...others]).meta({ id: itemName })),
    meta: z.object({ cursor: z.string(), hasMore: z.boolean() }).meta({ id: `${name}Meta` }),
  })
}

export const Changes = lazy(() => changesOf(ChangeActor, 'Changes', 'Change').meta({ id: 'Changes' }))
export const History = lazy(() => changesOf(LabelledActor, 'History', 'HistoryEntry').meta({ id: 'History' }))
export type ChangeOutput = SchemaInput<typeof Changes>['data'][number]

const Limit = lazy(() => wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT))
const Cursor = lazy(() => z.string().min(1).max(500))

export const ChangesQuery = lazy(() =>
  z.object({
    cursor: Cursor()
      .optional()
      .describe(
        'Cursor from the previous page. `now` returns an empty page whose cursor is the current end of the feed. Default: the oldest stored change.',
      ),
    types: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(CHANGE_OBJECTS)))
      .optional()
      .meta({ description: `Object types to return, separated by commas: ${CHANGE_OBJECTS.join(', ')}.` }),
    limit: Limit(),
  }),
)

export const HistoryQuery = lazy(() =>
  z.object({
    object: z.enum(CHANGE_OBJECTS).optional(),
    id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Object id to filter by. Without `object`, an event id includes everything that belongs to the event, and a guest id includes the guest’s scans.',
      ),
    actor: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Actor id or actor type to filter by, such as `user`, `key` or `system`.'),
    from: InstantInput().optional(),
    to: InstantInput().optional(),
    cursor: Cursor().optional(),
    limit: Limit(),
  }),
)
