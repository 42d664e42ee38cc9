import type { V4WorkerOptions } from 'miniflare'

/**
 * The ways out for webhooks. The runtime resolves the name, drops the addresses that are not of the kind named here,
 * and connects to what is left, so that no name leads anywhere else between the check and the call.
 */
export const outboundBindings: NonNullable<V4WorkerOptions['serviceBindings']> = {
  OUTBOUND_PUBLIC: { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } },
  OUTBOUND_LOOPBACK: { network: { allow: ['local'] } },
}
