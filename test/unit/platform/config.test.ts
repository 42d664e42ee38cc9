import { describe, expect, it } from 'vitest'
import { siteUrlOf } from '../../../src/modules/calendars/index.ts'
import { configOf } from '../../../src/platform/config.ts'

const env = { ENVIRONMENT: 'local', PUBLIC_BASE_URL: 'https://calendar.test/api', ICS_DOMAIN: 'calendar.test' }
const urlWith = (given: object) => siteUrlOf(configOf({ ...env, ...given } as never), 'e', 'summer-nights')

describe('siteUrlOf', () => {
  it.each([
    [{}, 'https://calendar.test/e/summer-nights'],
    [{ PUBLIC_SITE_URL: '' }, 'https://calendar.test/e/summer-nights'],
    [{ PUBLIC_SITE_URL: 'https://club.test/{kind}/{slug}' }, 'https://club.test/e/summer-nights'],
    [{ PUBLIC_SITE_URL: 'https://club.test/?of={slug}' }, 'https://club.test/?of=summer-nights'],
  ])('with %j returns %s', (given, url) => expect(urlWith(given)).toBe(url))

  it('pagesUrl stays on the service’s host if PUBLIC_SITE_URL is set', () => {
    const config = configOf({ ...env, PUBLIC_SITE_URL: 'https://club.test/{kind}/{slug}' } as never)
    expect(config.pagesUrl).toBe('https://calendar.test')
  })
})
