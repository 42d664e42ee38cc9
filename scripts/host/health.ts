import { DEFAULT_PORT } from '../start/settings.ts'

const TIMEOUT_MS = 3_000

/** Asks the service on this machine for `/api/health`. Returns the exit code: 0 if it responds with 200. */
export const health = async (env: NodeJS.ProcessEnv): Promise<number> => {
  const url = `http://127.0.0.1:${env.PORT || DEFAULT_PORT}/api/health`
  try {
    const answer = await fetch(url, {
      headers: env.PROXY_TOKEN === undefined ? {} : { 'x-proxy-token': env.PROXY_TOKEN },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    console.log(await answer.text())
    return answer.ok ? 0 : 1
  } catch (error) {
    console.error(`${url} does not respond: ${String((error as Error).cause ?? error)}`)
    return 1
  }
}
