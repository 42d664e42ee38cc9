import type { V4WorkerOptions } from 'miniflare'

/**
 * Bindings for sending webhooks. The runtime resolves the host name, drops addresses outside the allowed network and
 * connects to one of the rest. The check and the connection use the same DNS answer, which prevents DNS rebinding.
 */
export const outboundBindings: NonNullable<V4WorkerOptions['serviceBindings']> = {
  OUTBOUND_PUBLIC: { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } },
  OUTBOUND_LOOPBACK: { network: { allow: ['local'] } },
}
