import { describe, expect, it } from 'vitest'
import { isFromWhomItSays } from '../../../src/modules/invites/sender.ts'

const ADA = 'ada@guests.test'
const OWN =
  'mx.cloudflare.net; dkim=pass header.d=guests.test header.s=s1 header.b=abc; dmarc=pass header.from=guests.test'

describe('isFromWhomItSays', () => {
  it.each([
    ['DKIM and DMARC for the sender’s domain', [OWN]],
    ['DMARC only', ['mx.cloudflare.net; dmarc=pass header.from=guests.test policy.dmarc=none; spf=none']],
    ['DKIM only, in mixed case', ['MX.Cloudflare.net 1; DKIM=Pass (2048-bit key; ok) Header.D=Guests.Test']],
    ['nested comments', ['mx.cloudflare.net (a (b) \\) c); dmarc=pass (p=none (x)) header.from=guests.test']],
    ['a failed and a passed signature', [`${OWN}; dkim=fail header.d=guests.test`]],
    ['foreign headers below the platform’s own', [OWN, 'elsewhere.test; dmarc=fail header.from=guests.test']],
  ])('accepts %s', (_what, lines) => {
    expect(isFromWhomItSays(lines, ADA)).toBe(true)
  })

  it.each([
    ['no header', []],
    ['results of none', ['mx.cloudflare.net; none']],
    ['a foreign header above the platform’s own', [OWN.replace('mx.cloudflare.net', 'elsewhere.test'), OWN]],
    [
      'an authserv-id that only starts like the platform’s',
      [OWN.replace('mx.cloudflare.net', 'mx.cloudflare.net.evil.test')],
    ],
    [
      'failed DKIM and DMARC',
      ['mx.cloudflare.net; dkim=fail header.d=guests.test; dmarc=fail header.from=guests.test'],
    ],
    ['SPF only, which does not authenticate the author', ['mx.cloudflare.net; spf=pass smtp.mailfrom=ada@guests.test']],
    ['a DKIM signature of another domain', ['mx.cloudflare.net; dkim=pass header.d=evil.test; dmarc=none']],
    [
      'a DKIM signature of a parent or subdomain',
      ['mx.cloudflare.net; dkim=pass header.d=test; dkim=pass header.d=x.guests.test'],
    ],
    ['DMARC of another domain', ['mx.cloudflare.net; dmarc=pass header.from=evil.test']],
    ['results in a comment', ['mx.cloudflare.net; spf=pass (; dmarc=pass header.from=guests.test)']],
    [
      'results in quotation marks',
      ['mx.cloudflare.net; spf=pass smtp.mailfrom="x; dmarc=pass header.from=guests.test ;"@evil.test'],
    ],
    [
      'results behind an escaped quotation mark',
      [String.raw`mx.cloudflare.net; spf=pass smtp.helo="\"; dmarc=pass header.from=guests.test; \""`],
    ],
    ['an unterminated quoted string', ['mx.cloudflare.net; dmarc=pass header.from=guests.test; spf=pass smtp.helo="x']],
    ['an unterminated comment', ['mx.cloudflare.net; dmarc=pass header.from=guests.test (']],
    [
      'an unbalanced closing parenthesis',
      ['mx.cloudflare.net; spf=pass ) dmarc=x ; dmarc=pass header.from=guests.test'],
    ],
    [
      'a property of another result',
      ['mx.cloudflare.net; dmarc=pass header.from=evil.test; dkim=fail header.from=guests.test'],
    ],
    [
      'a domain that only starts like the sender’s',
      ['mx.cloudflare.net; dmarc=pass header.from=guests.test.evil.test'],
    ],
  ])('rejects %s', (_what, lines) => {
    expect(isFromWhomItSays(lines, ADA)).toBe(false)
  })
})
