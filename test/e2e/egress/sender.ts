import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { outboundBindings } from '../../../scripts/start/outbound.ts'

const SCRIPT = `export default {
  async fetch(request, env) {
    const url = new URL(request.url).searchParams.get('url')
    try {
      const answer = await env.OUTBOUND_PUBLIC.fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1_500) })
      return new Response('reached ' + answer.status)
    } catch (error) {
      return new Response(String(error))
    }
  },
}`

/**
 * The runtime's message for an address outside the allowed networks, which is the same as for a name without addresses.
 */
export const BLOCKED = /internal error|DNS lookup failed/

/** A Worker that fetches addresses through the same network service as the webhooks. */
export const startSender = (networks: string[] = []) => {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'sender',
          modules: true,
          script: SCRIPT,
          compatibilityDate: '2026-11-02',
          serviceBindings: outboundBindings(networks),
        },
      ],
    }),
  )
  return {
    /** Returns `reached` with the status, or the error. */
    reach: async (origin: string) =>
      (await runtime.dispatchFetch(`http://sender/?url=${encodeURIComponent(`${origin}/`)}`)).text(),
    dispose: () => runtime.dispose(),
  }
}
