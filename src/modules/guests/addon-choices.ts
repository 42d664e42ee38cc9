import * as z from 'zod'
import type { AddonChoice } from '../../db/tables/parties.ts'
import { refusal, type FieldError } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'

const MAX_LINES = 20
const MAX_QUANTITY = 100

/** Add-ons in a registration. The guard of the registration checks them against the event. */
export const AddonChoices = lazy(() =>
  z
    .array(
      z
        .object({
          addonId: z.string().max(100),
          quantity: z.int().min(1).max(MAX_QUANTITY).describe('At most `maxQuantity` of the add-on.'),
        })
        .meta({ id: 'AddonChoice' }),
    )
    .max(MAX_LINES),
)

/** A choice with the field that errors name, the attendee it is stored with, and the tickets it is for. */
export interface AddonLine extends AddonChoice {
  field: string
  attendee: number
  per: 'SEAT' | 'ORDER'
  ticketIds: (string | null)[]
}

interface Chosen {
  attendees: readonly { addons?: readonly AddonChoice[] | undefined }[]
  addons?: readonly AddonChoice[] | undefined
}

/**
 * All add-ons of a party. Add-ons of the whole order are stored with the first attendee while the party waits for
 * seats.
 */
export const addonLinesOf = (
  { attendees, addons = [] }: Chosen,
  ticketIds: readonly (string | null)[],
): AddonLine[] => [
  ...addons.map((choice, index) => ({
    ...choice,
    field: `addons.${index}`,
    attendee: 0,
    per: 'ORDER' as const,
    ticketIds: [...ticketIds],
  })),
  ...attendees.flatMap(({ addons: own = [] }, attendee) =>
    own.map((choice, index) => ({
      ...choice,
      field: `attendees.${attendee}.addons.${index}`,
      attendee,
      per: 'SEAT' as const,
      ticketIds: [ticketIds[attendee] ?? null],
    })),
  ),
]

/** Refuses an add-on that the same seat or order names twice, and more than 20 lines in all. */
export const refusalOfAddons = (lines: readonly AddonLine[]) => {
  const fields: FieldError[] = lines.flatMap(({ attendee, per, addonId, field }, index) =>
    lines.findIndex((other) => other.attendee === attendee && other.per === per && other.addonId === addonId) < index
      ? [{ field: `${field}.addonId`, message: 'is already named' }]
      : [],
  )
  if (lines.length > MAX_LINES)
    fields.push({ field: 'addons', message: `must have at most ${MAX_LINES} entries in all` })
  return fields.length === 0 ? null : refusal('addon_invalid', { fields })
}
