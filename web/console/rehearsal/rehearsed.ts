import type { EventAnswer, RehearsalAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'

export type RehearsalResult = NonNullable<RehearsalAnswer['result']>

export interface Rehearsed {
  session: CalendarSession
  event: EventAnswer
  result: RehearsalResult
}
