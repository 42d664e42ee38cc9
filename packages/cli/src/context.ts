import type { Bulk } from '../../../src/kernel/bulk.ts'
import type { EventCalendar } from '../../sdk-typescript/src/index.ts'

/** Everything that a command uses. Tests and the shell pass different streams. */
export interface Context {
  env: NodeJS.ProcessEnv
  stdin: typeof process.stdin
  /** Returns a client with the stored credentials. Throws a `UsageError` if there are none. */
  calendar(): EventCalendar
  /** The calendar's slug, which some paths need. */
  slug(): Promise<string>
  /** Prints the result: `data` as JSON with `--json`, otherwise the lines. */
  print(data: unknown, lines: string | readonly string[]): void
  /** Prints progress and questions, which are not part of the result. */
  note(line: string): void
  /**
   * Asks before a write. For a bulk write, the user types the number in `bulk`. `--yes` skips the question. Without a
   * terminal, the command is refused.
   */
  confirm(question: string, bulk?: Bulk | null): Promise<boolean>
  /** Aborted by Ctrl-C. */
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
