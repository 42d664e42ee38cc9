import type { AddonRow } from '../../db/rows.ts'
import type { Payments } from '../../deps.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import type { AddonChangesInput, AddonOutput } from './addons.schema.ts'

const availableOf = ({ stock, taken }: AddonRow) => (stock === null ? null : Math.max(0, stock - taken))

const statusOf = (addon: AddonRow, now: Instant): AddonOutput['status'] => {
  if (addon.isPaused) return 'PAUSED'
  if (addon.salesEndAt !== null && addon.salesEndAt <= now) return 'ENDED'
  if (addon.salesStartAt !== null && addon.salesStartAt > now) return 'SCHEDULED'
  return availableOf(addon) === 0 ? 'SOLD_OUT' : 'ON_SALE'
}

export const toAddon = (addon: AddonRow, now: Instant): AddonOutput => ({
  id: addon.id,
  eventId: addon.eventId,
  key: addon.key,
  name: addon.name,
  description: addon.description,
  translations: addon.translations,
  price: addon.price,
  currency: addon.currency,
  per: addon.per,
  ticketIds: addon.ticketIds,
  stock: addon.stock,
  sold: addon.taken,
  available: availableOf(addon),
  maxQuantity: addon.maxQuantity,
  salesStartAt: isoOrNull(addon.salesStartAt),
  salesEndAt: isoOrNull(addon.salesEndAt),
  taxRateId: addon.taxRateId,
  sortOrder: addon.sortOrder,
  status: statusOf(addon, now),
  createdAt: iso(addon.createdAt),
  updatedAt: iso(addon.updatedAt),
})

export type AddonFields = Omit<AddonRow, 'id' | 'eventId' | 'taken' | 'createdAt' | 'updatedAt'>

const DEFAULTS: AddonFields = {
  key: null,
  name: '',
  description: null,
  translations: {},
  price: 0,
  currency: null,
  per: 'SEAT',
  ticketIds: [],
  stock: null,
  maxQuantity: 10,
  salesStartAt: null,
  salesEndAt: null,
  isPaused: false,
  taxRateId: null,
  sortOrder: 0,
}

/** Merges `given` into the existing add-on, and lists fields that don't fit together. */
export const mergeAddon = (
  given: AddonChangesInput,
  existing: AddonFields | null,
  { zone, payments }: { zone: string; payments: Pick<Payments, 'whyNotCharged'> },
): { addon: AddonFields; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const base = existing ?? DEFAULTS
  const { status, salesStartAt, salesEndAt, ...plain } = given
  const moment = (field: 'salesStartAt' | 'salesEndAt', text: string | null | undefined) => {
    if (text === undefined) return base[field]
    if (text === null) return null
    const at = instantOfInput(text, zone)
    if (at === null) fault(field, `is a local time that doesn’t exist in ${zone} because of a clock change`)
    return at
  }
  const price = given.price ?? base.price
  const addon: AddonFields = {
    ...base,
    ...plain,
    price,
    currency: price === 0 ? null : given.currency === undefined ? base.currency : given.currency,
    isPaused: status === undefined ? base.isPaused : status === 'PAUSED',
    salesStartAt: moment('salesStartAt', salesStartAt),
    salesEndAt: moment('salesEndAt', salesEndAt),
  }
  if (base.key !== null && addon.key !== base.key) fault('key', 'can’t be changed once set')
  if (existing !== null && addon.per !== base.per) fault('per', 'can’t be changed')
  if (price > 0 && addon.currency === null) fault('currency', 'is required with a price')
  if (price > 0 && addon.currency !== null) {
    const uncharged = payments.whyNotCharged(price, addon.currency)
    if (uncharged !== null) fault(uncharged.field, uncharged.message)
  }
  if (addon.salesStartAt !== null && addon.salesEndAt !== null && addon.salesEndAt <= addon.salesStartAt)
    fault('salesEndAt', 'must be after salesStartAt')
  return { addon, faults }
}
