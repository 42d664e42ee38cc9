import * as z from 'zod'
import { CALENDAR_VISIBILITIES, PLANS } from '../../kernel/vocabulary.ts'
import { HttpUrl, InstantOutput, manyLines, oneLine, Slug, Timezone } from '../../kernel/wire.ts'

const Visibility = z.enum(CALENDAR_VISIBILITIES)
const Plan = z.enum(PLANS)

export const OpenCalendar = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    timezone: z.string(),
    website: z.string().nullable(),
    visibility: Visibility,
    url: z.string().nullable(),
    icsUrl: z.string().nullable(),
    embedUrl: z.string().nullable(),
    webcalUrl: z.string().nullable(),
    eventCount: z.int(),
    createdAt: InstantOutput,
    updatedAt: InstantOutput,
  })
  .meta({ id: 'OpenCalendar' })

export const Calendar = OpenCalendar.extend({ plan: Plan }).meta({ id: 'Calendar' })
export type CalendarOutput = z.infer<typeof Calendar>

const editable = {
  name: oneLine(200),
  timezone: Timezone,
  description: manyLines(10_000).nullable(),
  avatarUrl: HttpUrl.nullable(),
  coverUrl: HttpUrl.nullable(),
  website: HttpUrl.nullable(),
  visibility: Visibility,
}

export const CalendarChanges = z.object(editable).partial()

export const NewCalendar = CalendarChanges.extend({
  name: editable.name,
  timezone: editable.timezone,
  slug: Slug.optional(),
})

export const PlanChange = z.object({ plan: Plan })
