import * as z from 'zod'
import type { Config, Deps } from '../../deps.ts'
import { invalid } from '../../kernel/failure.ts'
import { quotable } from '../../kernel/foreign-text.ts'
import { lazy } from '../../kernel/lazy.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { oneLine } from '../../kernel/wire.ts'

const TIMEOUT_MS = 3_000
const MAX_BYTES = 5_000
const MAX_REDIRECTS = 20
const MAX_URL_LENGTH = 2_000

export const COMMAND_LINE_PATH = '/oauth/evcal.json'

/** The relevant fields of a client metadata document (draft-ietf-oauth-client-id-metadata-document). */
const ClientMetadata = lazy(() =>
  z.object({
    client_id: z.string(),
    client_name: oneLine(100).optional(),
    redirect_uris: z.array(z.string().max(MAX_URL_LENGTH)).min(1).max(MAX_REDIRECTS),
    token_endpoint_auth_method: z.literal('none').optional(),
    grant_types: z
      .array(z.string())
      .refine((types) => types.includes('authorization_code'))
      .optional(),
  }),
)

export interface AppClient {
  id: string
  /** The host that serves the metadata document. Only this identifies the app. */
  host: string
  name: string
  redirectUris: readonly string[]
}

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost']
const PRIVATE_USE_SCHEME = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/

export const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname)

/**
 * Returns whether the service may redirect a browser there: to an https URL, a program on the user's machine, or a
 * scheme that is a reversed domain name (RFC 8252). Never to a scheme such as `javascript:`.
 */
const isRedirectTarget = (text: string) => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text) || text.includes('#')) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url) || PRIVATE_USE_SCHEME.test(url.protocol)
}

const withoutPort = (text: string) => {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** Compares exactly, except that a program on the user's machine may listen on any port (RFC 8252, section 7.3). */
const isSameRedirect = (listed: string, wanted: string) =>
  listed === wanted ||
  (URL.canParse(listed) && isLoopback(new URL(listed)) && withoutPort(listed) === withoutPort(wanted))

export const mayRedirectTo = ({ redirectUris }: AppClient, wanted: string) =>
  isRedirectTarget(wanted) && redirectUris.some((listed) => isSameRedirect(listed, wanted))

const refuseClientId = (id: string, config: Config) => {
  const refusal = refuseReceiverUrl(id, receiverPolicyOf(config))
  if (refusal !== null) return refusal
  const { pathname, hash, href } = new URL(id)
  if (pathname === '/' || hash !== '') return 'must have a path and no fragment'
  return href === id ? null : 'must be spelled in its normal form'
}

/**
 * The metadata document of `evcal`, the service's own command line. The service publishes it, because `evcal` runs on
 * users' machines.
 */
export const commandLineMetadata = ({ pagesUrl }: Pick<Config, 'pagesUrl'>) => ({
  client_id: `${pagesUrl}${COMMAND_LINE_PATH}`,
  client_name: 'evcal',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
})

const field = 'client_id'

/**
 * Fetches the metadata document whose URL is the client's id. Never cached, so that a redirect address stops working as
 * soon as the app removes it.
 */
export const fetchClient = async (id: string, { config, outbound }: Pick<Deps, 'config' | 'outbound'>) => {
  const own = commandLineMetadata(config)
  if (id === own.client_id)
    return { id, host: new URL(id).host, name: own.client_name, redirectUris: own.redirect_uris }
  const refused = refuseClientId(id, config)
  if (refused !== null) throw invalid(field, refused)
  const answer = await outbound.get({
    url: id,
    headers: { Accept: 'application/json', 'User-Agent': `EventCalendar/${config.version}` },
    timeoutMs: TIMEOUT_MS,
    mostBytes: MAX_BYTES + 1,
  })
  if (answer.kind === 'unanswered') throw invalid(field, `can’t be fetched: ${answer.error}`)
  const isJson = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(answer.mediaType ?? '')
  if (answer.status !== 200 || !isJson || answer.error !== null)
    throw invalid(field, 'must return its metadata document as JSON with status 200')
  if (answer.body.length > MAX_BYTES) throw invalid(field, `must return at most ${MAX_BYTES} bytes`)
  const metadata = metadataIn(answer.body)
  if (metadata === null) throw invalid(field, 'must return a valid metadata document of a public client')
  if (metadata.client_id !== id) throw invalid(field, 'must be the `client_id` in its metadata document')
  const { host } = new URL(id)
  // Made safe for quotes: the page shows the name in quotes, below the host.
  const name = quotable(metadata.client_name ?? '')
  return { id, host, name: name === '' ? host : name, redirectUris: metadata.redirect_uris }
}

const metadataIn = (text: string) => {
  try {
    return ClientMetadata().safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
