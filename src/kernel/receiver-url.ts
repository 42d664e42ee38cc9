/**
 * The deployment's settings for webhook URLs. `refuseReceiverUrl` applies further rules, which are the same everywhere.
 */
export interface ReceiverPolicy {
  /** Also allows plain HTTP to this machine, if the host is spelled exactly `127.0.0.1` or `localhost`. */
  allowInsecure: boolean
  /** Origins of this service and its dependencies. A webhook must not call them. */
  ownOrigins: readonly string[]
}

interface PolicySource {
  allowInsecureWebhooks: boolean
  ownOrigins: readonly string[]
}

export const receiverPolicyOf = ({ allowInsecureWebhooks, ownOrigins }: PolicySource): ReceiverPolicy => ({
  allowInsecure: allowInsecureWebhooks,
  ownOrigins,
})

const MAX_URL_LENGTH = 2_000
const FORM = /^(?<scheme>https?):\/\/(?<authority>[^/?#]+)/i
const WHITESPACE_OR_BACKSLASH = /[\s\\\p{Cc}\p{Cf}]/u
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const MIN_UNPRIVILEGED_PORT = 1_024
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost']

/** Suffixes that resolve only inside a private network or to the machine itself. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'localdomain',
  'localdomain6',
  'svc',
  'cluster',
  'lan',
  'home',
  'corp',
  'private',
  'arpa',
  'onion',
]

/**
 * Public DNS names that resolve to the IP address in the name (`10.0.0.1.nip.io`) or to a local address such as
 * 127.0.0.1.
 */
const MIRROR_DOMAINS = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'local.gd',
  'metadata.goog',
  '1u.ms',
  'rbndr.us',
]

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
const isAddress = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host)

const refuseLoopback = (url: URL, spelled: string, { ownOrigins }: ReceiverPolicy) => {
  const host = LOOPBACK_HOSTS.find((allowed) => spelled === allowed || spelled.startsWith(`${allowed}:`))
  if (host === undefined) return 'must be an https URL'
  const port = portOf(url)
  if (port !== 80 && port < MIN_UNPRIVILEGED_PORT) return 'must use port 80 or a port from 1024'
  const ownPorts = ownOrigins
    .map((origin) => new URL(origin))
    .filter(({ hostname }) => LOOPBACK_HOSTS.includes(hostname))
    .map(portOf)
  return ownPorts.includes(port) ? 'must not point to this service' : null
}

const refuseHost = (host: string, { ownOrigins }: ReceiverPolicy) => {
  if (isAddress(host)) return 'must contain a host name, not an IP address'
  const labels = host.split('.')
  if (!labels.every((label) => LABEL.test(label))) return 'must contain a valid host name'
  if (labels.length < 2 || PRIVATE_SUFFIXES.some((suffix) => isWithin(host, suffix)))
    return 'must contain a public host name'
  if (MIRROR_DOMAINS.some((domain) => isWithin(host, domain))) return 'must contain a public host name'
  return ownOrigins.some((origin) => new URL(origin).hostname === host) ? 'must not point to this service' : null
}

/**
 * Returns why a webhook must not call this URL, or null if it may. Callers check on create, on update and before every
 * send. The check cannot see which address a name resolves to; the network layer blocks private addresses.
 */
export const refuseReceiverUrl = (text: string, policy: ReceiverPolicy): string | null => {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`
  const spelled = FORM.exec(text)?.groups
  if (spelled === undefined || WHITESPACE_OR_BACKSLASH.test(text) || !URL.canParse(text)) return 'must be an https URL'
  const { authority = '' } = spelled
  if (authority.includes('@')) return 'must not contain a user name or password'
  const url = new URL(text)
  if (url.protocol === 'http:')
    return policy.allowInsecure ? refuseLoopback(url, authority, policy) : 'must be an https URL'
  const port = portOf(url)
  if (port !== 443 && port < MIN_UNPRIVILEGED_PORT) return 'must use port 443 or a port from 1024'
  return refuseHost(url.hostname, policy)
}
