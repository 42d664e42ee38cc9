import { importingWords } from '../words/en/importing.ts'
import { termsWords } from '../words/en/terms.ts'
import { withoutRivals } from '../../../src/kernel/column-choice.ts'
import { foldHeading, meaningOfHeading, resolveNames } from '../../../src/kernel/column-headings.ts'

/** What a CSV column contains: a name, the email address, the ticket, or the answer to the question with this id. */
export type Meaning = '' | 'firstName' | 'lastName' | 'name' | 'email' | 'ticket' | `question:${string}`

export interface Readable {
  tickets: readonly { id: string; name: string }[]
  registrationQuestions: readonly { id: string; label: string; type: string }[]
}

export interface Newcomer {
  /** Row number in the file, starting at 1. */
  row: number
  firstName: string
  lastName: string
  email: string
  ticketId: string | null
  answers: { questionId: string; answer: string | string[] | boolean }[]
  /** Why the row is skipped, or null. */
  fault: string | null
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const YES = ['true', 'yes', 'y', 'x', '1', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'はい', 'نعم']

export const COLUMNS = ['email', 'firstName', 'lastName', 'name', 'ticket'] as const

const same = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** Guesses the columns from the header. If the file has no header, guesses from the values in the first row. */
export const meaningsOf = (
  rows: readonly (readonly string[])[],
  { registrationQuestions }: Readable,
): { meanings: Meaning[]; hasHead: boolean } => {
  const [first = []] = rows
  const hasHead = !first.some((cell) => ADDRESS.test(cell))
  if (!hasHead) {
    const at = first.findIndex((cell) => ADDRESS.test(cell))
    const others = first.length === 2 ? (['name'] as const) : (['firstName', 'lastName'] as const)
    const free = first.flatMap((_, index) => (index === at ? [] : [index]))
    return {
      hasHead,
      meanings: first.map((_, index) => (index === at ? 'email' : (others[free.indexOf(index)] ?? ''))),
    }
  }
  const { columns } = importingWords()
  const stated = resolveNames<Meaning>(
    first.map((head): Meaning => {
      const question = registrationQuestions.find(({ label }) => same(label, head))
      if (question !== undefined) return `question:${question.id}`
      const known = meaningOfHeading(head)
      return (
        COLUMNS.find((column) => foldHeading(columns[column]) === foldHeading(head)) ??
        COLUMNS.find((column) => column === known) ??
        ''
      )
    }),
  )
  const fits = { email: (text: string) => ADDRESS.test(text) }
  return { hasHead, meanings: withoutRivals<Meaning, ''>(stated, rows.slice(1), { fits, ignored: '' }) }
}

const answerOf = (type: string, text: string) => {
  if (type === 'CHECKBOX') return YES.includes(text.toLowerCase()) || same(text, termsWords().yes)
  if (type === 'MULTISELECT') return text.split(/[,;|]/).map((part) => part.trim())
  return text
}

/** Returns the guests in the file. A guest who can't be imported has a `fault`. */
export const newcomersOf = (
  rows: readonly (readonly string[])[],
  { meanings, hasHead }: { meanings: readonly Meaning[]; hasHead: boolean },
  event: Readable,
): Newcomer[] => {
  const { faults } = importingWords()
  const seen = new Set<string>()
  return rows.slice(hasHead ? 1 : 0).map((cells, index) => {
    const of = (meaning: Meaning) => cells[meanings.indexOf(meaning)]?.trim() ?? ''
    const [given = '', ...rest] = of('name').split(/\s+/)
    const [firstName, lastName] = [of('firstName') || given, of('lastName') || rest.join(' ')]
    const email = of('email').toLowerCase()
    const ticket = event.tickets.find(({ name }) => same(name, of('ticket')))
    const fault = !ADDRESS.test(email)
      ? faults.noAddress
      : seen.has(email)
        ? faults.twice
        : firstName === '' && lastName === ''
          ? faults.noName
          : of('ticket') !== '' && ticket === undefined
            ? faults.noTicket(of('ticket'))
            : null
    seen.add(email)
    return {
      row: index + (hasHead ? 2 : 1),
      firstName,
      lastName,
      email,
      ticketId: ticket?.id ?? null,
      answers: event.registrationQuestions.flatMap(({ id, type }) => {
        const text = of(`question:${id}`)
        return text === '' ? [] : [{ questionId: id, answer: answerOf(type, text) }]
      }),
      fault,
    }
  })
}
