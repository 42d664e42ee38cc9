import { connect } from 'node:tls'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
const FEW_DAYS = 14
/** An address reserved for documentation (RFC 5737), so no caller has it. */
const FORGED = '203.0.113.99'

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Whether the service itself responds on its port. */
export const examinePort = async (origin: string, proxyToken = ''): Promise<Finding> => {
  try {
    const answer = await ask(`${origin}/api/health`, { 'x-proxy-token': proxyToken })
    if (answer.ok) return ok(`The service responds at ${origin}.`)
    return fault(
      `${origin}/api/health answers ${answer.status}.`,
      answer.status === 403
        ? 'Another PROXY_TOKEN is in use: run this command with the environment of the service.'
        : 'Read the last error in the log of the service.',
    )
  } catch (error) {
    return fault(`Nothing responds at ${origin} (${reasonOf(error)}).`, 'Start the service: event-calendar start')
  }
}

const daysOfCertificate = (host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS))
      socket.end()
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
  })

const certificate = async ({ protocol, hostname, port }: URL): Promise<Finding[]> => {
  if (protocol !== 'https:') return []
  try {
    const days = await daysOfCertificate(hostname, Number(port) || 443)
    const says = `The certificate of ${hostname} is valid for ${days} more days.`
    return [days < FEW_DAYS ? warning(says, 'Find out why the proxy doesn’t renew it: read its log.') : ok(says)]
  } catch (error) {
    return [
      fault(`The certificate of ${hostname} can't be verified (${reasonOf(error)}).`, 'Read the log of the proxy.'),
    ]
  }
}

/** The proxy must replace or extend `X-Forwarded-For`. Otherwise callers choose the address that limits count. */
const forwarded = (caller: string): Finding => {
  if (caller === FORGED)
    return fault(
      'The proxy passes X-Forwarded-For on as the caller sent it, so anyone can evade every limit.',
      'Let the proxy set the header itself; deploy/Caddyfile and deploy/nginx.conf show how.',
    )
  return caller === 'everyone'
    ? fault(
        'The proxy sends no X-Forwarded-For, so all callers share one limit.',
        'Let the proxy set the header; deploy/Caddyfile and deploy/nginx.conf show how.',
      )
    : ok(`The proxy names the caller: ${caller}.`)
}

/** Checks that guests can reach the service under its public address. */
export const examinePublicAddress = async (baseUrl: string): Promise<Finding[]> => {
  const url = `${baseUrl}/health`
  try {
    const answer = await ask(url, { 'x-forwarded-for': FORGED, 'x-doctor': 'caller' })
    if (!answer.ok)
      return [fault(`${url} answers ${answer.status}.`, 'Let the proxy pass all paths of this host to the service.')]
    const caller = answer.headers.get('x-caller')
    return [
      ok(`${url} answers 200.`),
      ...(await certificate(new URL(baseUrl))),
      ...(caller === null ? [] : [forwarded(caller)]),
    ]
  } catch (error) {
    const reason = reasonOf(error)
    if (/CERT|SIGNATURE/.test(reason))
      return [
        fault(
          `The certificate of ${new URL(baseUrl).hostname} isn't trusted here (${reason}).`,
          'Let the proxy renew it, or name the file of its authority in NODE_EXTRA_CA_CERTS.',
        ),
      ]
    return [
      fault(
        `${url} can't be reached from here (${reason}).`,
        'Check the DNS record of the host, the firewall (ports 80 and 443) and the log of the proxy.',
      ),
    ]
  }
}
