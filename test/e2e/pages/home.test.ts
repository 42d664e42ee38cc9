import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../support/host/browser.ts'
import type { RunningService } from '../../support/host/service.ts'
import { startService } from '../../support/host/service.ts'

let service: RunningService
let browser: Browser
let origin: string

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launchBrowser()])
  origin = `http://127.0.0.1:${service.port}`
})

afterAll(async () => {
  await browser.close()
  await service.stop()
})

describe('a page', () => {
  it('loads its style from the service alone, with nothing to complain of in either theme', async () => {
    const { page, troubles } = await openPage(browser)
    await page.goto(origin)
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.button') as Element).minHeight)).toBe(
      '44px',
    )
    expect(troubles).toEqual([])
  })

  it('says to a person that there is nothing at an unknown address, and to a program in JSON', async () => {
    const person = await fetch(`${origin}/nowhere`, { headers: { Accept: 'text/html,*/*' } })
    expect(person.status).toBe(404)
    expect(person.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(person.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
    expect(await person.text()).toContain('There is nothing here')
    const program = await fetch(`${origin}/nowhere`)
    expect(program.status).toBe(404)
    expect(await program.json()).toMatchObject({ code: 'not_found', statusCode: 404 })
  })

  it('takes what browsers load from the assets, with the headers of the house', async () => {
    const style = await fetch(`${origin}/assets/style.css`)
    expect(style.status).toBe(200)
    expect(style.headers.get('Content-Type')).toContain('text/css')
    expect(style.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(style.headers.get('ETag')).not.toBeNull()
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404)
  })
})
