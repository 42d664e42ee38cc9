import type { RegistrationAnswer } from '../../db/rows.ts'
import { compareGuest, digestsOf, fieldsIn, NAME_MEANINGS, type Digests, type ImportedGuest } from './guest-changes.ts'
import { importedGuestOf, type KnownLine } from './known-lines.store.ts'
import type { CheckedPerson, ImportLine, Meaning } from './lines.ts'
import { isSameName, LATE, nameOf } from './orders-of-lines.ts'
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
  /** The guest of a changed line, as the report found them. */
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

const saysOf = (line: number, sentences: readonly string[]) =>
  sentences.length === 0 ? null : `Line ${line}: ${sentences.join(' ')}`

/** Whether a line of a guest's product names another purchase, and so another ticket of the guest with this address. */
const isSecondTicket = (
  { person, isReferenced }: HashedLine,
  { guestProduct, hasGuestOrder }: KnownLine,
  source: ListSource,
) => guestProduct === source && (person?.order === '' ? isReferenced && source !== 'CSV' : hasGuestOrder === 1)

/** Whether the reference was another person's: neither the address nor the name is the same. */
const isOtherPerson = ({ address }: HashedLine, person: CheckedPerson, before: ImportedGuest) => {
  const was = before.fields['address']
  return was !== undefined && !person.emailIsBuyers && was !== address && !isSameName(nameOf(person), nameOf(before))
}

/** Compares a line with what the service has. Later imports find the line again by its hashes. */
export const judgeLine = async (
  each: HashedLine,
  known: KnownLine | undefined,
  { meanings, source }: { meanings: readonly (Meaning | '')[]; source: ListSource },
): Promise<ReportLine> => {
  const {
    line: number,
    title,
    says: fault,
    party,
    person,
    stored,
    sourceId,
    address,
    orderHash,
    notes,
    isSkipped,
  } = each
  const line = {
    line: number,
    title,
    says: fault,
    party,
    sourceId,
    guestId: null,
    person: null,
    fields: [],
    digests: {},
    before: null,
  }
  if (person === null || known === undefined) return { ...line, result: isSkipped === true ? 'skipped' : 'refused' }
  const refuse = (says: string): ReportLine => ({ ...line, result: 'refused', says: saysOf(number, [says]) })
  if (known.isErased === 1)
    return { ...refuse('This person was erased and stays erased. They can register again themselves.'), title: '' }
  // An erased buyer stays erased, while the guests whom they registered keep their own address.
  const buyerEmail = known.isBuyerErased === 1 ? '' : person.buyerEmail
  const checked = { ...person, buyerEmail, answers: stored }
  const before = importedGuestOf(known)
  if (before !== null) {
    if (isOtherPerson(each, checked, before))
      return refuse(
        'The reference was another guest’s before. Use a column with unique references. The guest is left out.',
      )
    const { says, ...compared } = await compareGuest(checked, before, meanings)
    const said = { ...line, ...compared, guestId: before.id, says: says === null ? null : saysOf(number, [says]) }
    return compared.fields.length === 0
      ? { ...said, result: 'same' }
      : { ...said, result: 'changed', person: checked, before }
  }
  const hasNames = NAME_MEANINGS.some((name) => meanings.includes(name))
  const isSame = known.guestName === null || !hasNames || isSameName(known.guestName, nameOf(person))
  if (known.isOrderKnown === 1 && (known.guestId === null || !isSame)) return refuse(LATE)
  const isSecond = known.guestId !== null && known.isOrderKnown === 0 && isSecondTicket(each, known, source)
  if (known.guestId !== null && !isSecond) {
    const says = isSame
      ? 'Already on the guest list.'
      : `Line ${number}: Already on the guest list as '${known.guestName}', which stays. The file says '${nameOf(person)}'.`
    return { ...line, result: 'same', guestId: known.guestId, says }
  }
  const sentences = [
    ...notes,
    ...(isSecond ? [`A second ticket of ${person.email}, who is on the guest list.`] : []),
    ...(known.isCodeTaken === 1 ? ['Another guest has this code. The guest gets a new one.'] : []),
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
    says: saysOf(number, sentences),
  }
}
