import { isIPv4, isIPv6 } from 'node:net'
import type { V4WorkerOptions } from 'miniflare'
import { StartError } from './start-error.ts'

/**
 * Prefixes of IPv6 that contain an IPv4 address: NAT64 (RFC 6052, RFC 8215), 6to4 and Teredo. A gateway would turn such
 * an address into a private one.
 */
const TRANSLATED = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32']

const isNetwork = (text: string) => {
  const [address = '', bits = '', ...more] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** Reads `WEBHOOK_NETWORKS`, such as `10.1.2.0/24 fd12:3456::/48`. */
export const networksIn = (text = ''): string[] => {
  const networks = text.split(/[\s,]+/).filter((each) => each !== '')
  const wrong = networks.find((each) => !isNetwork(each))
  if (wrong === undefined) return networks
  throw new StartError(
    `WEBHOOK_NETWORKS has "${wrong}"; it must have networks such as 10.1.2.0/24, separated by spaces`,
  )
}

/**
 * Bindings for sending webhooks. The runtime resolves the host name, drops addresses outside the allowed networks and
 * connects to one of the rest. The check and the connection use the same DNS answer, which prevents DNS rebinding.
 * `networks` are private networks that webhooks may reach too.
 */
export const outboundBindings = (
  networks: readonly string[] = [],
): NonNullable<V4WorkerOptions['serviceBindings']> => ({
  OUTBOUND_PUBLIC: {
    network: { allow: ['public', ...networks], deny: [...TRANSLATED], tlsOptions: { trustBrowserCas: true } },
  },
  OUTBOUND_LOOPBACK: { network: { allow: ['local'] } },
})
