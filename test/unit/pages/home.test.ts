import { describe, expect, it } from 'vitest'
import type { Config } from '../../../src/deps.ts'
import { homePage } from '../../../src/pages/home/home.tsx'
import type { Visit } from '../../../src/pages/page.ts'
import { servePage } from '../../../src/pages/serve.tsx'

const homeIn = async (environment: Config['environment']) => {
  const signIn = { issuer: 'http://127.0.0.1:8788' }
  const config = { environment, version: '1.2.3', baseUrl: 'https://calendar.test/api', signIn } as Config
  const answer = await servePage(homePage, { config } as Visit)
  return answer.text()
}

describe('the home', () => {
  it.each(['staging', 'production'] as const)(
    'in %s says what this is and links to the reference, no more',
    async (environment) => {
      const text = await homeIn(environment)
      expect(text).toContain('href="/docs"')
      expect(text).toContain('Version 1.2.3')
      expect(text).not.toContain('<script')
      expect(text).not.toMatch(/demo|127\.0\.0\.1|this machine/)
    },
  )

  it('on one’s own machine is drawn further by its script', async () => {
    const text = await homeIn('local')
    expect(text).toContain('Running on this machine')
    expect(text).toContain('<script type="module" src="/assets/home.js">')
    expect(text).toContain('data-issuer="http://127.0.0.1:8788"')
  })
})
