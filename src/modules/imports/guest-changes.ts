import type { RegistrationAnswer } from '../../db/rows.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import type { CheckedPerson, ImportedStatus, Meaning } from './lines.ts'
import { reason, type Reason } from './report-sentences.ts'

/** The current state of a guest created by an earlier import. */
export interface ImportedGuest {
  id: string
  firstName: string
  lastName: string
  email: string
  status: GuestStatus
  answers: readonly RegistrationAnswer[]
  isInParty: boolean
  /** Whether the guest has an order that can still be paid. The file must not settle it. */
  isPaying: boolean
  updatedAt: number
  /** Digests of the fields as the import wrote them, by name. */
  fields: Readonly<Record<string, string>>
}

export type Digests = Readonly<Record<string, string>>
type Fields = Readonly<Record<string, unknown>>

const DIGEST_LENGTH = 16
const digestOf = async (value: unknown) => (await sha256Hex(JSON.stringify(value))).slice(0, DIGEST_LENGTH)

/** Digests of the line's fields. A field without a column in the file is absent and therefore unchanged. */
export const digestsOf = async (fields: Fields): Promise<Digests> =>
  Object.fromEntries(
    await Promise.all(Object.entries(fields).map(async ([name, value]) => [name, await digestOf(value)] as const)),
  )

export const NAME_MEANINGS: readonly (Meaning | '')[] = ['name', 'firstName', 'lastName']
const STATES: readonly (Meaning | '')[] = ['status', 'checkedInAt']
const QUESTION = 'question:'

const answerTo = (answers: readonly Pick<RegistrationAnswer, 'questionId' | 'answer'>[], name: string) =>
  answers.find(({ questionId }) => QUESTION + questionId === name)?.answer ?? null

/** Returns the fields of a guest that the file has columns for. */
export const fieldsIn = (
  guest: Pick<ImportedGuest, 'firstName' | 'lastName' | 'answers'> & { status: string },
  meanings: readonly (Meaning | '')[],
): Fields => ({
  ...(NAME_MEANINGS.some((name) => meanings.includes(name)) ? { name: [guest.firstName, guest.lastName] } : {}),
  ...(STATES.some((name) => meanings.includes(name)) ? { status: guest.status } : {}),
  ...Object.fromEntries(
    meanings.filter((name) => name.startsWith(QUESTION)).map((name) => [name, answerTo(guest.answers, name)]),
  ),
})

/**
 * Status changes that a later file may make. Guests of a party are excluded, because a file doesn't change their order.
 */
const MOVES: Readonly<Partial<Record<GuestStatus, readonly ImportedStatus[]>>> = {
  CONFIRMED: ['CHECKED_IN', 'CANCELLED'],
  PENDING: ['CONFIRMED', 'CHECKED_IN', 'CANCELLED'],
  WAITLISTED: ['CONFIRMED', 'CHECKED_IN', 'CANCELLED'],
}

const mayMove = ({ status, isInParty, isPaying }: ImportedGuest, to: ImportedStatus) =>
  !isPaying && MOVES[status]?.includes(to) === true && (!isInParty || status === 'CONFIRMED' || to === 'CANCELLED')

export interface GuestComparison {
  /** Fields that the import changes. */
  fields: string[]
  /** Digests to store after the import. */
  digests: Digests
  reasons: Reason[]
}

/** Compares a line with the guest that an earlier import created from it. Fields that were edited here are kept. */
export const compareGuest = async (
  person: CheckedPerson,
  guest: ImportedGuest,
  meanings: readonly (Meaning | '')[],
): Promise<GuestComparison> => {
  const [wanted, present] = [fieldsIn(person, meanings), fieldsIn(guest, meanings)]
  const digests = await digestsOf(wanted)
  const moved = Object.keys(digests).filter(
    (name) => guest.fields[name] !== undefined && guest.fields[name] !== digests[name],
  )
  const now = await digestsOf(Object.fromEntries(moved.map((name) => [name, present[name]])))
  const differing = moved.filter((name) => now[name] !== digests[name])
  const kept = differing.filter((name) => now[name] !== guest.fields[name])
  const isStuck = differing.includes('status') && !kept.includes('status') && !mayMove(guest, person.status)
  const fields = differing.filter((name) => !kept.includes(name) && !(name === 'status' && isStuck))
  const reasons = [
    ...(kept.length === 0 ? [] : [reason('edited_here', { fields: kept.join(', ') })]),
    ...(isStuck ? [reason('status_kept', { status: person.status })] : []),
  ]
  return {
    fields,
    digests: {
      ...guest.fields,
      ...Object.fromEntries(Object.entries(digests).filter(([name]) => fields.includes(name))),
    },
    reasons,
  }
}

/** Returns the answers after the import, in the order of the line. */
export const answersAfter = (
  { answers }: Pick<ImportedGuest, 'answers'>,
  wanted: readonly RegistrationAnswer[],
  fields: readonly string[],
): RegistrationAnswer[] => {
  const isChanged = ({ questionId }: RegistrationAnswer) => fields.includes(QUESTION + questionId)
  return [...answers.filter((answer) => !isChanged(answer)), ...wanted.filter(isChanged)]
}
