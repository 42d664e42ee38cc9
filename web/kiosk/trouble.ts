import { Refusal, SaidInWords, type Credential } from '../shared/api.ts'
import { words } from './words.ts'

/** Returns the error message to show. `by` is the kind of credential, on which the text for a 401 depends. */
export const troubleOf = (error: unknown, by: Credential['kind'] = 'session'): string => {
  const said = words().trouble
  if (error instanceof SaidInWords) return error.message
  if (!(error instanceof Refusal)) return said.here
  if (error.status === 0) return said.silent
  if (error.status === 401) return by === 'pass' ? said.passEnded : said.sessionEnded
  if (error.status === 429) return said.tooMuch
  if (error.status === 503) return said.apart
  if (error.status >= 500) return [said.ours, error.requestId && said.number(error.requestId)].filter(Boolean).join(' ')
  return error.message
}
