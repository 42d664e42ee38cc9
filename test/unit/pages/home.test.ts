import { describe, expect, it } from 'vitest'
import type { Config } from '../../../src/deps.ts'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'
import { createExactCache } from '../../../src/platform/edge-cache.ts'
import { languageOf } from '../../../src/words/words.ts'
import { homePage } from '../../../src/pages/home/home.tsx'
import type { Visit } from '../../../src/pages/page.ts'
import { servePage } from '../../../src/pages/serve.tsx'

const homeIn = async (environment: Config['environment'], reads = 'en') => {
  const signIn = { issuer: 'http://127.0.0.1:8788' }
  const request = new Request('https://calendar.test/', { headers: { 'Accept-Language': reads } })
  const config = {
    environment,
    version: '1.2.3',
    baseUrl: 'https://calendar.test/api',
    dataDir: '/tmp/x',
    signIn,
  } as Config
  const api = async () => Response.json({ code: 'not_found' }, { status: 404 })
  const answer = await servePage(
    homePage,
    { config, request, url: new URL(request.url), api } as unknown as Visit,
    createExactCache(Date.now),
  )
  return answer.text()
}

describe('homePage', () => {
  it.each(['staging', 'production'] as const)(
    'shows the version and a link to the reference in %s, without scripts or demo data',
    async (environment) => {
      const text = await homeIn(environment)
      expect(text).toContain('href="/docs"')
      expect(text).toContain('Event Calendar 1.2.3')
      expect(text).not.toContain('<script')
      expect(text).not.toMatch(/demo|127\.0\.0\.1|this machine/)
    },
  )

  it.each(LOCALES)('is translated for Accept-Language %s', async (locale) => {
    const { words, direction } = languageOf(locale)
    const text = await homeIn('production', locale)
    for (const said of Object.values(words.home)) expect(text).toContain(said)
    expect(text).toContain(`<html lang="${locale}" dir="${direction}"`)
  })

  it('has no demo data to show in the local environment with another identity provider', async () => {
    const text = await homeIn('local')
    expect(text).toContain('Running on this machine')
    expect(text).toContain('<script type="module" src="/assets/home.js">')
    expect(text).toContain('Open the workspace')
    expect(text).not.toMatch(/demo-pro|outbox|See an event page/)
  })
})
