/** Whom an event asks: whoever registers, once, or everybody who comes along. */
export const ASKED_OF = ['BUYER', 'ATTENDEE'] as const
export type AskedOf = (typeof ASKED_OF)[number]

/** What decides whether a question is asked. All of it may be absent from questions of before. */
export interface Conditional {
  id: string
  askOf?: AskedOf
  /** Only whoever takes one of these tickets, each by its key or its id. */
  ticketIds?: readonly string[] | null
  /** Only whoever gave one of these answers to an earlier question. */
  showIf?: { questionId: string; anyOf: readonly string[] } | null
}

/** What somebody answered, each as the choices that it stands for, by the id of the question. */
export type Answered = ReadonlyMap<string, readonly string[]>

export interface QuestionContext {
  of: readonly AskedOf[]
  /** The ids and keys of the tickets that they take. */
  tickets: readonly string[]
  answered: Answered
  /** What the buyer was asked and answered, which others' questions may depend on. */
  known?: Answered
}

/**
 * The questions that somebody is asked, in their order. The browser that shows them and the Worker that takes the answers
 * ask here both. A question that is not asked has no answer, whatever was sent: nothing can depend on it.
 */
export const questionsAsked = <Question extends Conditional>(
  questions: readonly Question[],
  { of, tickets, answered, known }: QuestionContext,
): Question[] => {
  const counted = new Map(known)
  return questions.filter(({ id, askOf = 'ATTENDEE', ticketIds = null, showIf = null }) => {
    if (!of.includes(askOf)) return false
    if (ticketIds !== null && !ticketIds.some((ticket) => tickets.includes(ticket))) return false
    if (showIf !== null && counted.get(showIf.questionId)?.some((choice) => showIf.anyOf.includes(choice)) !== true)
      return false
    counted.set(id, answered.get(id) ?? [])
    return true
  })
}
