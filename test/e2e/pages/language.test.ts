import { describe, expect, it } from 'vitest'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'
import { frameWords } from '../../../web/console/words/en/frame.ts'
import { termsWords } from '../../../web/console/words/en/terms.ts'
import { speakIn } from '../../../web/console/words/languages.ts'
import type { Locale } from '../../../src/kernel/vocabulary.ts'

const { signedIn } = useWorkspace('language')

describe('language in the account menu', () => {
  it('changes the whole screen, sets lang and dir, and stays after a reload', async () => {
    const page = await signedIn('owner', '#demo-pro/events')
    const root = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir || 'ltr'])
    const expectIn = async (locale: Locale, dir: 'ltr' | 'rtl') => {
      await speakIn(locale)
      await page.getByRole('heading', { level: 1, name: termsWords().events }).waitFor()
      const sections = page.getByRole('navigation', { name: frameWords().sectionsLabel })
      for (const name of Object.values(frameWords().sections))
        await sections.getByRole('link', { name, exact: true }).waitFor()
      await expect.poll(root).toEqual([locale, dir])
    }
    const changeTo = async (locale: Locale) => {
      await page.getByRole('button', { name: frameWords().accountOf }).click()
      await page.getByLabel(frameWords().language).filter({ visible: true }).selectOption(locale)
    }
    await expectIn('en', 'ltr')
    for (const [locale, dir] of [
      ['de', 'ltr'],
      ['ar', 'rtl'],
    ] as const) {
      await changeTo(locale)
      await expectIn(locale, dir)
      await page.reload()
      await isSettled(page)
      await expectIn(locale, dir)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over).toBeLessThanOrEqual(0)
    }
    // In Arabic, the rail is on the right.
    const rail = await page.locator('nav.rail').boundingBox()
    expect(rail?.x).toBeGreaterThan(700)
    await changeTo('en')
    await expectIn('en', 'ltr')
  })
})
