import type { Page } from 'playwright-core'
import type { DemoUser } from '../scripts/identity/users.ts'

/**
 * Opens a console page as a user. The first time it signs in through the provider; later it restores that user's
 * `sessionStorage`. Signing in and out have tests of their own.
 */
export const createSignIns = () => {
  const sessions = new Map<DemoUser, string>()
  return async (page: Page, url: string, user: DemoUser) => {
    const session = sessions.get(user)
    if (session !== undefined) {
      await page.addInitScript((kept) => {
        if (location.pathname === '/console') sessionStorage.setItem('session', kept)
      }, session)
    }
    await page.goto(url)
    if (session === undefined) {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator(`button[value=${user}]`).click()
      await page.locator('main h1').first().waitFor()
      sessions.set(user, await page.evaluate(() => sessionStorage.getItem('session') ?? ''))
    }
    await page.locator('main h1').first().waitFor()
  }
}
