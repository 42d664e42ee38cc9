import type { Api } from '../../shared/api.ts'
import type { Child } from '../../shared/element.ts'
import type { MyCalendar } from './wire.ts'

/** What a section works with while it is open. */
export interface Scene {
  api: Api
  calendar: MyCalendar
  /** Where it shows itself. */
  place: HTMLElement
  /** Puts its first act beside its title. */
  offer(...actions: readonly Child[]): void
  /** Aborted when the section is left. */
  signal: AbortSignal
  /** From the address, such as the filters of the log. */
  query: URLSearchParams
  /** Said to eye and ear, and gone by itself. */
  say(words: string): void
}

export { planCovers, roleCovers } from '../session.ts'
