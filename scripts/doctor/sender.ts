import { Resolver } from 'node:dns/promises'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Domain of the sender's address. */
export const senderDomain = (from = '') => /@([^@<>\s]+?)>?\s*$/.exec(from)?.[1] ?? ''

/** The resolver of this machine, or the one that `DNS_SERVER` names. */
export const dnsOf = (env: NodeJS.ProcessEnv) => {
  const dns = new Resolver({ timeout: 3_000, tries: 2 })
  if (env.DNS_SERVER) dns.setServers([env.DNS_SERVER])
  return dns
}

type Txt = Pick<Resolver, 'resolveTxt'>

/** Returns the TXT records at a name, none if the name has none, and null if the name doesn't exist. */
const textsAt = async (dns: Txt, name: string): Promise<string[] | null> => {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENODATA') return []
    if (code === 'ENOTFOUND') return null
    throw error
  }
}

const spf = (domain: string, texts: readonly string[]): Finding => {
  const found = texts.filter((text) => /^v=spf1( |$)/i.test(text))
  if (found.length === 1) return ok(`SPF of ${domain}: ${found[0]}`)
  return found.length === 0
    ? warning(
        `${domain} has no SPF record.`,
        `Add a TXT record at ${domain} as your mail provider describes, such as "v=spf1 mx -all".`,
      )
    : fault(
        `${domain} has ${found.length} SPF records, so receivers ignore all of them.`,
        'Merge them into one TXT record.',
      )
}

const dmarc = (domain: string, texts: readonly string[]): Finding => {
  const found = texts.find((text) => /^v=DMARC1\s*;/i.test(text))
  return found === undefined
    ? warning(`${domain} has no DMARC record.`, `Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none".`)
    : ok(`DMARC of ${domain}: ${found}`)
}

/** Only the provider knows the names of DKIM keys, but their parent name exists if there is any key (RFC 8020). */
const dkim = (domain: string, selector: string, texts: readonly string[] | null): Finding => {
  const isFound = selector === '' ? texts !== null : texts?.some((text) => text.includes('p=')) === true
  const name = `${selector === '' ? '' : `${selector}.`}_domainkey.${domain}`
  if (isFound) return ok(`DKIM of ${domain}: ${name} ${selector === '' ? 'has keys' : 'has a key'}.`)
  return warning(
    `${name} has no DKIM key.`,
    'Publish the key that your mail provider shows. If DKIM_SELECTOR names it, this command checks that key.',
  )
}

/** Reads SPF, DKIM and DMARC of the sender's domain from DNS. */
export const examineSender = async (dns: Txt, domain: string, selector = ''): Promise<Finding[]> => {
  try {
    const key = `${selector === '' ? '' : `${selector}.`}_domainkey.${domain}`
    const [own, policy, keys] = await Promise.all([domain, `_dmarc.${domain}`, key].map((name) => textsAt(dns, name)))
    return [spf(domain, own ?? []), dkim(domain, selector, keys ?? null), dmarc(domain, policy ?? [])]
  } catch (error) {
    return [
      warning(
        `DNS does not answer for ${domain} (${reasonOf(error)}).`,
        'Check /etc/resolv.conf, then run this again.',
      ),
    ]
  }
}
