import type { RunningService } from './service.ts'

/** As much of an answer as most callers go on with. */
interface Told {
  id: string
  slug: string
}

/** The API of a running service, as the owner of its demo calendars. */
export const callerOf =
  ({ baseUrl, demo }: RunningService) =>
  async (line: string, body?: unknown) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${demo.tokens.owner}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data, ...rest } = (await answer.json()) as { data: Told }
    if (!answer.ok) throw new Error(`${line}: ${answer.status} ${JSON.stringify(rest)}`)
    return data
  }
