/** Who answers a question: the `BUYER`, once per party, or each `ATTENDEE`. */
export const ASKED_OF = ['BUYER', 'ATTENDEE'] as const
export type AskedOf = (typeof ASKED_OF)[number]

/**
 * Conditions for asking a question. They are optional, because questions stored before these fields existed lack them.
 */
export interface Conditional {
  id: string
  askOf?: AskedOf
  /** Asks only holders of these tickets, given by key or id. Null asks everyone. */
  ticketIds?: readonly string[] | null
  /** Asks only people who gave one of the answers in `anyOf` to this earlier question. */
  showIf?: { questionId: string; anyOf: readonly string[] } | null
}

/** The answers by question id: the options chosen, or the text typed, as a single option. */
export type Answered = ReadonlyMap<string, readonly string[]>

export interface QuestionContext {
  of: readonly AskedOf[]
  /** The ids and also the keys of the tickets that these people chose. */
  tickets: readonly string[]
  answered: Answered
  /** The buyer's answers, which questions for attendees may depend on. */
  known?: Answered
}

/**
 * Returns the questions that apply, in order. The browser uses it to show the questions, the Worker to validate the
 * answers. Answers to questions that do not apply are ignored, so no other question can depend on them.
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
