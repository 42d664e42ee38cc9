import { describe, expect, it } from 'vitest'
import { settingErrors, type GivenSettings } from '../../../src/platform/settings.ts'

const KEY = btoa('0123456789abcdef0123456789abcdef')
const OTHER = btoa('another key, 32 bytes long, yes!')
const LOCAL = {
  ENVIRONMENT: 'local',
  TOPOLOGY: 'single',
  PUBLIC_BASE_URL: 'http://127.0.0.1:8787/api',
  ICS_DOMAIN: 'calendar.test',
  MAIL_FROM: 'Calendar <calendar@calendar.test>',
  ENCRYPTION_KEY: btoa('0123456789abcdef0123456789abcdef'),
}
const PRODUCTION = {
  ...LOCAL,
  ENVIRONMENT: 'production',
  TOPOLOGY: 'edge',
  PUBLIC_BASE_URL: 'https://calendar.test/api',
  AUTH_ISSUER: 'https://sign-in.test/',
  AUTH_JWKS_URL: 'https://sign-in.test/jwks',
  AUTH_AUDIENCE: 'https://calendar.test/api',
}

const sayings = (given: GivenSettings) => settingErrors(given).map(({ says }) => says)

describe('valid settings', () => {
  it.each([
    ['a local single machine', LOCAL],
    ['production at the edge', PRODUCTION],
    ['a public single machine behind a proxy', { ...PRODUCTION, TOPOLOGY: 'single', TRUST_PROXY: 'true' }],
    ['staging without TLS', { ...PRODUCTION, ENVIRONMENT: 'staging', AUTH_ISSUER: 'http://127.0.0.1:1' }],
    ['empty optional settings', { ...LOCAL, DEFAULT_PLAN: '', PUBLIC_SITE_URL: '', TRUST_PROXY: '' }],
    [
      'every optional setting',
      {
        ...PRODUCTION,
        PUBLIC_SITE_URL: 'https://club.test/{kind}/{slug}',
        DEFAULT_PLAN: 'PRO',
        AUTH_ENDPOINT_ORIGINS: 'https://a.test https://b.test:8443',
        DEPRECATED_AT: '2026-12-01',
        SUNSET_AT: '2027-03-01T00:00:00Z',
        STRIPE_SECRET_KEY: 'rk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        RATE_LIMIT_SCALE: '0.5',
        LOG_LEVEL: 'silent',
        ALLOW_INSECURE_WEBHOOKS: 'false',
      },
    ],
    [
      'staging with webhooks to this machine',
      { ...PRODUCTION, ENVIRONMENT: 'staging', ALLOW_INSECURE_WEBHOOKS: 'true' },
    ],
  ])('accepts %s', (_whose, given) => expect(sayings(given)).toEqual([]))
})

describe('invalid settings', () => {
  it.each([
    [{ DEFAULT_PLAN: 'GOLD' }, 'DEFAULT_PLAN is "GOLD"; it must be FREE, PLUS, PRO or ENTERPRISE.'],
    [{ PUBLIC_SITE_URL: 'foo' }, /^PUBLIC_SITE_URL is "foo"; it must be a URL containing \{slug\}/],
    [{ PUBLIC_SITE_URL: 'https://club.test/' }, /a URL containing \{slug\}/],
    [{ PUBLIC_BASE_URL: 'https://calendar.test' }, /^PUBLIC_BASE_URL is .*; it must be a URL ending in \/api\.$/],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY is "maybe"; it must be true or false.'],
    [{ ALLOW_INSECURE_WEBHOOKS: '1' }, 'ALLOW_INSECURE_WEBHOOKS is "1"; it must be true or false.'],
    [{ RATE_LIMIT_SCALE: '-1' }, 'RATE_LIMIT_SCALE is "-1"; it must be a number above 0.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; it must be debug, info, warn, error or silent.'],
    [{ ICS_DOMAIN: 'a b' }, 'ICS_DOMAIN is "a b"; it must be a host name.'],
    [{ MAIL_FROM: 'Calendar' }, 'MAIL_FROM is "Calendar"; it must be an email address, or Name <address>.'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is.'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is not set, but STRIPE_WEBHOOK_SECRET is.'],
    [
      { STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_1' },
      /^STRIPE_CONNECT_WEBHOOK_SECRET is .*unset, until STRIPE_SECRET_KEY is set\.$/,
    ],
    [{ PLATFORM_FEE_FIXED: '{"eur":-1}' }, /^PLATFORM_FEE_FIXED is .*; it must be JSON with amounts/],
    [{ SUNSET_AT: '2027-01-01' }, 'DEPRECATED_AT is not set, but SUNSET_AT is.'],
    [
      { DEPRECATED_AT: '2026-12-01', SUNSET_AT: '2027-02-28' },
      'SUNSET_AT is "2027-02-28"; it must be at least 90 days after DEPRECATED_AT.',
    ],
    [{ DEPRECATED_AT: '2026-12-01', SUNSET_AT: 'soon' }, 'SUNSET_AT is "soon"; it must be a date such as 2027-03-01.'],
    [{ ICS_DOMAIN: '' }, 'ICS_DOMAIN is not set; it must be a host name.'],
    [{ ENVIRONMENT: 'dev' }, 'ENVIRONMENT is "dev"; it must be local, staging or production.'],
  ])('%j returns one message that says what to change', (change, says) => {
    const [said, ...more] = sayings({ ...LOCAL, ...change })
    expect(more).toEqual([])
    if (typeof says === 'string') expect(said).toBe(says)
    else expect(said).toMatch(says)
  })

  it.each([
    [{ AUTH_ISSUER: 'http://sign-in.test/' }, 'AUTH_ISSUER is "http://sign-in.test/"; it must be https in production.'],
    [{ ALLOW_INSECURE_WEBHOOKS: 'true' }, 'ALLOW_INSECURE_WEBHOOKS is "true"; it must be false in production.'],
    [{ AUTH_JWKS_URL: 'http://a.test/' }, 'AUTH_JWKS_URL is "http://a.test/"; it must be https in production.'],
    [{ AUTH_AUDIENCE: '' }, 'AUTH_AUDIENCE is not set, but AUTH_ISSUER and AUTH_JWKS_URL are.'],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY is "true"; it must be false at the edge, where the platform provides the caller’s address.',
    ],
    [
      { TOPOLOGY: 'single' },
      'TRUST_PROXY is not set; it must be true, because only the TLS proxy has the caller’s address.',
    ],
  ])('%j is rejected in production', (change, says) => expect(sayings({ ...PRODUCTION, ...change })).toEqual([says]))

  it('reports all invalid settings together', () => {
    const given = { ...LOCAL, DEFAULT_PLAN: 'GOLD', PUBLIC_SITE_URL: 'foo', TRUST_PROXY: 'maybe' }
    expect(settingErrors(given).map(({ setting }) => setting)).toEqual([
      'PUBLIC_SITE_URL',
      'DEFAULT_PLAN',
      'TRUST_PROXY',
    ])
  })

  it.each([
    ['accepts one unnamed key', KEY, {}, null],
    ['accepts several named keys', `b:${OTHER} a:${KEY}`, { DERIVATION_KEY: KEY }, null],
    ['accepts a new named key before the unnamed one', `b:${OTHER} ${KEY}`, { DERIVATION_KEY: KEY }, null],
    [
      'rejects several keys without DERIVATION_KEY',
      `b:${OTHER} ${KEY}`,
      {},
      /a single unnamed key, until DERIVATION_KEY contains/,
    ],
    ['rejects two keys with one name', `b:${OTHER} b:${KEY}`, { DERIVATION_KEY: KEY }, /of which one may have no name/],
    ['rejects a short key', btoa('short'), {}, /32 bytes in base64/],
    ['rejects a short DERIVATION_KEY', KEY, { DERIVATION_KEY: btoa('short') }, /^DERIVATION_KEY is not right/],
  ])('sealing keys: %s', (_, ENCRYPTION_KEY, more, says) => {
    const said = sayings({ ...LOCAL, ENCRYPTION_KEY, ...more })
    if (says === null) expect(said).toEqual([])
    else expect(said).toEqual([expect.stringMatching(says)])
  })

  it.each(['ENCRYPTION_KEY', 'DERIVATION_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'does not print the value of the secret %s',
    (name) => {
      const given = {
        ...LOCAL,
        STRIPE_SECRET_KEY: 'sk_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        [name]: 'a-secret-of-mine',
      }
      expect(sayings(given)).toEqual([expect.stringMatching(new RegExp(`^${name} is not right; it must be `))])
      expect(sayings(given).join()).not.toContain('a-secret-of-mine')
    },
  )
})
