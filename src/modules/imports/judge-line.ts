import type { RegistrationAnswer } from '../../db/rows.ts'
import { compareGuest, digestsOf, fieldsIn, NAME_MEANINGS, type Digests, type ImportedGuest } from './guest-changes.ts'
import { importedGuestOf, type KnownLine } from './known-lines.store.ts'
import type { CheckedPerson, ImportLine, Meaning } from './lines.ts'
import { isSameName, nameOf, ORDER_CLOSED } from './orders-of-lines.ts'
import { reason, type Reason } from './report-sentences.ts'
import type { ListSource } from './sources.ts'

export interface ReportLine extends Omit<ImportLine, 'sourceKey' | 'person' | 'notes'> {
  result: 'new' | 'changed' | 'same' | 'skipped' | 'refused'
  person: CheckedPerson | null
  guestId: string | null
  sourceId: string
  /** Fields that the import changes. */
  fields: string[]
  /** Digests to store for the line. */
  digests: Digests
  /** The guest of a changed line, as read for the report. */
  before: ImportedGuest | null
}

export const isNewLine = (line: ReportLine): line is ReportLine & { person: CheckedPerson } =>
  line.result === 'new' && line.person !== null

interface HashedLine extends ImportLine {
  stored: RegistrationAnswer[]
  sourceId: string
  isReferenced: boolean
  address: string
  orderHash: string | null
}

/** Statuses of guests who aren't coming. A line with another status therefore differs. */
const OUT: readonly (string | null)[] = ['CANCELLED', 'DECLINED', 'TRANSFERRED', 'INVITED']

/**
 * Whether the line is about another purchase than the guest with this address, who comes from the same product. It is
 * then another ticket of that person.
 */
const isSecondTicket = (
  { person, isReferenced }: HashedLine,
  { guestProduct, hasGuestOrder }: KnownLine,
  source: ListSource,
) => guestProduct === source && (person?.order === '' ? isReferenced && source !== 'CSV' : hasGuestOrder === 1)

/** Whether the reference belonged to another person: both the address and the name differ. */
const isOtherPerson = ({ address }: HashedLine, person: CheckedPerson, before: ImportedGuest) => {
  const was = before.fields['address']
  return was !== undefined && !person.emailIsBuyers && was !== address && !isSameName(nameOf(person), nameOf(before))
}

/** Compares a line with the stored guests. Later imports identify the line by its hashes. */
export const judgeLine = async (
  each: HashedLine,
  known: KnownLine | undefined,
  { meanings, source }: { meanings: readonly (Meaning | '')[]; source: ListSource },
): Promise<ReportLine> => {
  const { line: number, title, reasons, party, person, stored, sourceId, address, orderHash, notes, isSkipped } = each
  const line = {
    line: number,
    title,
    reasons,
    party,
    sourceId,
    guestId: null,
    person: null,
    fields: [],
    digests: {},
    before: null,
  }
  if (person === null || known === undefined) return { ...line, result: isSkipped === true ? 'skipped' : 'refused' }
  const refuse = (...why: Reason[]): ReportLine => ({ ...line, result: 'refused', reasons: why })
  if (known.isErased === 1) return { ...refuse(reason('erased')), title: '' }
  // An erased buyer stays erased. Guests that they registered keep their own addresses.
  const buyerEmail = known.isBuyerErased === 1 ? '' : person.buyerEmail
  const checked = { ...person, buyerEmail, answers: stored }
  const before = importedGuestOf(known)
  if (before !== null) {
    if (isOtherPerson(each, checked, before)) return refuse(reason('reference_reused'), reason('guest_left_out'))
    const compared = await compareGuest(checked, before, meanings)
    const said = { ...line, ...compared, guestId: before.id }
    return compared.fields.length === 0
      ? { ...said, result: 'same' }
      : { ...said, result: 'changed', person: checked, before }
  }
  const hasNames = NAME_MEANINGS.some((name) => meanings.includes(name))
  const isSame = known.guestName === null || !hasNames || isSameName(known.guestName, nameOf(person))
  if (known.isOrderKnown === 1 && (known.guestId === null || !isSame)) return refuse(...ORDER_CLOSED)
  const isSecond = known.guestId !== null && known.isOrderKnown === 0 && isSecondTicket(each, known, source)
  if (known.guestId !== null && !isSecond) {
    const { guestId, guestName: name, guestStatus: status } = known
    if (OUT.includes(status) && person.status !== 'CANCELLED')
      return { ...line, result: 'skipped', guestId, reasons: [reason('status_here', { status: status ?? '' })] }
    const listed = isSame
      ? reason('already_listed')
      : reason('already_listed_as', { name: name ?? '', other: nameOf(person) })
    return { ...line, result: 'same', guestId, reasons: [listed] }
  }
  const remarks = [
    ...notes,
    ...(isSecond ? [reason('second_ticket', { email: person.email })] : []),
    ...(known.isCodeTaken === 1 ? [reason('code_taken')] : []),
  ]
  const digests = {
    ...(await digestsOf(fieldsIn(checked, meanings))),
    ...(person.emailIsBuyers || isSecond ? {} : { address }),
    ...(orderHash === null ? {} : { order: orderHash }),
  }
  return {
    ...line,
    result: 'new',
    party: isSecond ? (party ?? `line ${number}`) : party,
    person: isSecond ? { ...checked, emailIsBuyers: true } : checked,
    digests,
    reasons: remarks,
  }
}
