import type { Bulk } from '../../../src/kernel/bulk.ts'
import type { EventCalendar } from '../../sdk-typescript/src/index.ts'

/** What a command works with. Tests and the shell give it different streams. */
export interface Context {
  env: NodeJS.ProcessEnv
  stdin: typeof process.stdin
  /** The client of the stored credentials. Throws a `UsageError` without any. */
  calendar(): EventCalendar
  /** The calendar's slug, which some paths need. */
  slug(): Promise<string>
  /** Prints the result: `data` as JSON with `--json`, else the lines. */
  print(data: unknown, lines: string | readonly string[]): void
  /** Prints progress and questions, which are not part of the result. */
  note(line: string): void
  /**
   * Asks before a write, for the number of `bulk` to be typed if there is one. `--yes` answers; without a terminal the command is
   * refused.
   */
  confirm(question: string, bulk?: Bulk | null): Promise<boolean>
  /** Is aborted by Ctrl-C. */
  signal: AbortSignal
}

export type Values = Record<string, string | boolean | undefined>

export interface Command {
  /** Words after `evcal`, such as `events list`. */
  name: string
  /** Positional arguments, such as `EVENT`. */
  takes: readonly string[]
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>>
  summary: string
  run(context: Context, words: string[], values: Values): Promise<number | void>
}

export const command = (declared: Command): Command => declared
