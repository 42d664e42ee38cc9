import type { RunningService } from './service.ts'

interface Told {
  data: { id: string; slug: string }
}

/**
 * Returns a function that calls the API, by default as the owner of the demo calendars. It throws on any status other
 * than 2xx.
 */
export const callerOf = ({ baseUrl, demo }: Pick<RunningService, 'baseUrl' | 'demo'>) => {
  const owner = { Authorization: `Bearer ${demo.tokens.owner}` }
  return async <Body = Told>(line: string, json?: unknown, as: Record<string, string> = owner): Promise<Body> => {
    const [method = 'GET', path = ''] = line.split(' ')
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { ...as, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: json === undefined ? null : JSON.stringify(json),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Body
  }
}
