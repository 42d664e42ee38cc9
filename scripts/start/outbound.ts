import type { V4WorkerOptions } from 'miniflare'

/**
 * Bindings that send webhooks. The runtime resolves the host name, drops addresses outside the allowed network and
 * connects to the rest. Check and connection use the same DNS answer, which prevents DNS rebinding.
 */
export const outboundBindings: NonNullable<V4WorkerOptions['serviceBindings']> = {
  OUTBOUND_PUBLIC: { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } },
  OUTBOUND_LOOPBACK: { network: { allow: ['local'] } },
}
