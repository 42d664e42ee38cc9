import { describe, expect, it } from 'vitest'
import { isFromWhomItSays } from '../../../src/modules/invites/sender.ts'

const ADA = 'ada@guests.test'
const OWN =
  'mx.cloudflare.net; dkim=pass header.d=guests.test header.s=s1 header.b=abc; dmarc=pass header.from=guests.test'

describe('the sender of an answer', () => {
  it.each([
    ['DKIM and DMARC of its domain', [OWN]],
    ['DMARC alone', ['mx.cloudflare.net; dmarc=pass header.from=guests.test policy.dmarc=none; spf=none']],
    ['DKIM alone, in another spelling', ['MX.Cloudflare.net 1; DKIM=Pass (2048-bit key; ok) Header.D=Guests.Test']],
    ['comments of any depth', ['mx.cloudflare.net (a (b) \\) c); dmarc=pass (p=none (x)) header.from=guests.test']],
    ['one signature that does not hold beside one that does', [`${OWN}; dkim=fail header.d=guests.test`]],
    ['whatever stands below the platform’s own line', [OWN, 'elsewhere.test; dmarc=fail header.from=guests.test']],
  ])('is known by %s', (_what, lines) => {
    expect(isFromWhomItSays(lines, ADA)).toBe(true)
  })

  it.each([
    ['nothing', []],
    ['results of none', ['mx.cloudflare.net; none']],
    [
      'a line of somebody else, even above the platform’s own',
      [OWN.replace('mx.cloudflare.net', 'elsewhere.test'), OWN],
    ],
    ['a name that only begins like the platform’s', [OWN.replace('mx.cloudflare.net', 'mx.cloudflare.net.evil.test')]],
    ['what failed', ['mx.cloudflare.net; dkim=fail header.d=guests.test; dmarc=fail header.from=guests.test']],
    ['SPF, which says nothing of who wrote it', ['mx.cloudflare.net; spf=pass smtp.mailfrom=ada@guests.test']],
    ['a signature of another domain', ['mx.cloudflare.net; dkim=pass header.d=evil.test; dmarc=none']],
    [
      'a signature of a domain above or below',
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
    [
      'quotation marks that do not end',
      ['mx.cloudflare.net; dmarc=pass header.from=guests.test; spf=pass smtp.helo="x'],
    ],
    ['comments that do not end', ['mx.cloudflare.net; dmarc=pass header.from=guests.test (']],
    [
      'comments that end before they begin',
      ['mx.cloudflare.net; spf=pass ) dmarc=x ; dmarc=pass header.from=guests.test'],
    ],
    [
      'a property of another result',
      ['mx.cloudflare.net; dmarc=pass header.from=evil.test; dkim=fail header.from=guests.test'],
    ],
    ['a domain that only begins like its own', ['mx.cloudflare.net; dmarc=pass header.from=guests.test.evil.test']],
  ])('is not known by %s', (_what, lines) => {
    expect(isFromWhomItSays(lines, ADA)).toBe(false)
  })
})
