import { invalidFields, type FieldError } from '../../kernel/failure.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import type { Instant } from '../../kernel/time.ts'
import { nextDate, startOfDate } from '../../kernel/zoned-time.ts'

/** Events that are not over by `endsAfter`, begin before `startsBefore` and, of the past, are over by `endedBy`. */
export interface EventRange {
  endsAfter: Instant | null
  startsBefore: Instant | null
  endedBy: Instant | null
}

interface Asked {
  from?: string | undefined
  to?: string | undefined
  past?: boolean | undefined
  updatedSince?: Instant | undefined
}

const isDate = (text: string) => text.length === 10

/** The stretch of time that a query asks for. Whoever names a start, or wants changes, means the past as well. */
export const rangeOf = ({ from, to, past, updatedSince }: Asked, zone: string, now: Instant): EventRange => {
  const faults: FieldError[] = []
  const read = (field: 'from' | 'to', text: string) => {
    if (isDate(text)) return startOfDate(field === 'to' ? nextDate(text) : text, zone)
    const at = instantOfInput(text, zone)
    if (at === null) faults.push({ field, message: `does not exist in ${zone}` })
    return at
  }
  const begin = from === undefined ? null : read('from', from)
  const end = to === undefined ? null : read('to', to)
  if (begin !== null && end !== null && begin >= end) {
    faults.push({ field: 'from', message: 'must come before to' }, { field: 'to', message: 'must come after from' })
  }
  if (faults.length > 0) throw invalidFields(faults)

  if (past === true) return { endsAfter: begin, startsBefore: end, endedBy: now }
  const isOpenToThePast = past === undefined && (begin !== null || updatedSince !== undefined)
  return { endsAfter: isOpenToThePast ? begin : Math.max(begin ?? now, now), startsBefore: end, endedBy: null }
}
