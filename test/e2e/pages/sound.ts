import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allViolations, inBothThemes } from '../../../harness/browser.ts'

/**
 * Expects no axe violation and no overflow on phones and desktops, in both themes. With `SCREENS_DIR` it also stores a
 * picture of each.
 */
export const expectSound = async (page: Page, screen: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) => {
      expect(await allViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([])
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${screen}, ${String(width)}`).toBeLessThanOrEqual(0)
      const shots = process.env['SCREENS_DIR']
      if (shots !== undefined)
        await page.screenshot({ path: join(shots, `${screen} ${String(width)} ${theme}.png`.replaceAll(' ', '-')) })
    })
  }
}
