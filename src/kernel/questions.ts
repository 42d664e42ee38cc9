/** Who answers a question: `BUYER`, once per party, or `ATTENDEE`, once for each person. */
export const ASKED_OF = ['BUYER', 'ATTENDEE'] as const
export type AskedOf = (typeof ASKED_OF)[number]

/** Conditions for asking a question. Questions stored before these fields existed lack them, so all are optional. */
export interface Conditional {
  id: string
  askOf?: AskedOf
  /** Tickets (by key or id) whose holders are asked. Null asks everyone. */
  ticketIds?: readonly string[] | null
  /** Asks only people who gave one of the answers `anyOf` to an earlier question. */
  showIf?: { questionId: string; anyOf: readonly string[] } | null
}

/** The chosen options, or the typed text as one option, by question id. */
export type Answered = ReadonlyMap<string, readonly string[]>

export interface QuestionContext {
  of: readonly AskedOf[]
  /** Both the ids and the keys of the tickets that these people chose. */
  tickets: readonly string[]
  answered: Answered
  /** The buyer's answers, which questions for attendees may depend on. */
  known?: Answered
}

/**
 * Returns the questions that apply, in order. The browser calls it to show them and the Worker to validate the answers.
 * An answer to a question that does not apply is ignored, so no other question can depend on it.
 */
export const questionsAsked = <Question extends Conditional>(
  questions: readonly Question[],
  { of, tickets, answered, known }: QuestionContext,
): Question[] => {
  const applicableAnswers = new Map(known)
  return questions.filter(({ id, askOf = 'ATTENDEE', ticketIds = null, showIf = null }) => {
    if (!of.includes(askOf)) return false
    if (ticketIds !== null && !ticketIds.some((ticket) => tickets.includes(ticket))) return false
    if (
      showIf !== null &&
      applicableAnswers.get(showIf.questionId)?.some((choice) => showIf.anyOf.includes(choice)) !== true
    )
      return false
    applicableAnswers.set(id, answered.get(id) ?? [])
    return true
  })
}
