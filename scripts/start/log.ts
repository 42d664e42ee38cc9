type Level = 'info' | 'warn' | 'error'

let isJson = false

/** From now on, progress is written as JSON too, for a program that reads the log. `npm start` writes it for people. */
export const writeProgressAsJson = () => {
  isJson = true
}

/** Writes a line of the host process in the form of the Worker's lines. */
export const logLine = (level: Level, message: string, fields: Record<string, unknown> = {}) => {
  const stream = level === 'info' ? process.stdout : process.stderr
  stream.write(`${JSON.stringify({ level, at: new Date().toISOString(), message, ...fields })}\n`)
}

/** Writes progress: `text` for people, or `message` with its fields as JSON. */
export const report = (text: string, message: string, fields: Record<string, unknown> = {}) => {
  if (isJson) logLine('info', message, fields)
  else console.log(text)
}
