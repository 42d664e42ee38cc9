/** Where webhooks may be sent, apart from the rules that hold everywhere. */
export interface ReceiverPolicy {
  /** Also allow plain http to this machine, spelled exactly `127.0.0.1` or `localhost`. */
  allowInsecure: boolean
  /** Origins of the service and of what it stands on; it never calls itself. */
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
const BLANKS_AND_BACKSLASHES = /[\s\\\p{Cc}\p{Cf}]/u
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const LEAST_PORT = 1_024
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost']

/** Names that mean something only inside a network, and those that stand for the very machine. */
const INSIDE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'localdomain',
  'lan',
  'home',
  'corp',
  'private',
  'arpa',
  'onion',
]

/** Public names that answer with whatever address is written in them, or with this machine's. */
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
  if (port !== 80 && port < LEAST_PORT) return 'must use port 80 or a port from 1024'
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
  if (labels.length < 2 || INSIDE_SUFFIXES.some((suffix) => isWithin(host, suffix)))
    return 'must contain a public host name'
  if (MIRROR_DOMAINS.some((domain) => isWithin(host, domain))) return 'must contain a public host name'
  return ownOrigins.some((origin) => new URL(origin).hostname === host) ? 'must not point to this service' : null
}

/**
 * Why a webhook must not be sent to this address, or null if it may. Asked at creation, at change and at every
 * send. What a name resolves to is beyond it: the network beneath refuses private addresses.
 */
export const refuseReceiverUrl = (text: string, policy: ReceiverPolicy): string | null => {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`
  const spelled = FORM.exec(text)?.groups
  if (spelled === undefined || BLANKS_AND_BACKSLASHES.test(text) || !URL.canParse(text)) return 'must be an https URL'
  const { authority = '' } = spelled
  if (authority.includes('@')) return 'must not contain a user name or password'
  const url = new URL(text)
  if (url.protocol === 'http:')
    return policy.allowInsecure ? refuseLoopback(url, authority, policy) : 'must be an https URL'
  const port = portOf(url)
  if (port !== 443 && port < LEAST_PORT) return 'must use port 443 or a port from 1024'
  return refuseHost(url.hostname, policy)
}
