import type { Env } from './env.ts'

const utf8 = new TextEncoder()

/** Compares without revealing by its duration how many characters match. */
const isSame = async (one: string, other: string) => {
  const [left, right] = await Promise.all(
    [one, other].map((text) => crypto.subtle.digest('SHA-256', utf8.encode(text))),
  )
  return crypto.subtle.timingSafeEqual(left as ArrayBuffer, right as ArrayBuffer)
}

/**
 * Whether the request came through the proxy. Where the port is open to a network, the proxy adds `PROXY_TOKEN` as
 * `X-Proxy-Token`. Without this check, anyone in the network could name any address in `X-Forwarded-For`.
 */
export const isFromProxy = async (request: Request, { PROXY_TOKEN }: Env): Promise<boolean> =>
  !PROXY_TOKEN || isSame(request.headers.get('x-proxy-token') ?? '', PROXY_TOKEN)
