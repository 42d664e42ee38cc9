import { rootOf } from './violations.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export type LogFields = Record<string, unknown>
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, fields?: LogFields) => void>

/** Writes one JSON object per line. Callers log ids and route patterns, never paths, queries, bodies or secrets. */
export const createLog = (level: LogLevel, write: (line: string) => void, clock: () => number): Log => {
  const least = LOG_LEVELS.indexOf(level)
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(name) < least) return
      write(JSON.stringify({ level: name, at: new Date(clock()).toISOString(), message, ...fields }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export const describeError = (error: unknown) => {
  const root = rootOf(error)
  return root instanceof Error ? { error: `${root.name}: ${root.message}`, stack: root.stack } : { error: String(root) }
}
