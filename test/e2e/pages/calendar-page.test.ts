import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStage, type Stage } from '../../../harness/stage.ts'

let stage: Stage
let slug: string

beforeAll(async () => {
  stage = await newStage()
  slug = stage.service.demo.calendars.pro
})

afterAll(() => stage.end())

const LONG_TITLE = 'An evening of unaccompanied choral music from five centuries, '.repeat(3).slice(0, 155).trim()

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** The first Tuesday of the month after next, so that no demo event is on it. */
const tuesdayAhead = () => {
  const date = new Date(`${thisMonth()}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 2)
  while (date.getUTCDay() !== 2) date.setUTCDate(date.getUTCDate() + 1)
  return date
}

const dayAfter = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('calendar page', () => {
  it('has rows of 72 to 80 pixels at 1440, even with a long title, and a sticky side column', async () => {
    await stage.newEvent({ title: LONG_TITLE, tickets: [{ name: 'A', type: 'PAID', price: 1_000, currency: 'EUR' }] })
    const troubles = await stage.visit(
      `/c/${slug}`,
      async (page) => {
        const rows = await boxesOf(page, '.event')
        expect(rows.length).toBeGreaterThan(3)
        for (const { height } of rows) {
          expect(height).toBeGreaterThanOrEqual(72)
          expect(height).toBeLessThanOrEqual(80)
        }
        await page.evaluate(() => scrollTo(0, 300))
        const [beside] = await boxesOf(page, '.beside')
        expect(beside?.top).toBe(0)
      },
      { viewport: { width: 1440, height: 500 } },
    )
    expect(troubles).toEqual([])
  })

  it('names the usual place once and leaves it out of the rows', async () => {
    const calendar = await stage.call('POST /calendars', { name: 'Boathouse', timezone: 'Europe/Lisbon' })
    const at = (name: string) => ({ calendarSlug: calendar.slug, status: 'PUBLISHED', location: { name } })
    for (const name of ['Boathouse', 'Boathouse', 'Boathouse', 'Pier']) await stage.newEvent(at(name))
    await stage.visit(`/c/${calendar.slug}`, async (page) => {
      expect(await page.locator('.usual').textContent()).toBe('At Boathouse unless noted')
      const lines = await page.locator('.event .line').allTextContents()
      expect(lines.map((line) => /Boathouse|Pier/.exec(line)?.[0])).toEqual([undefined, undefined, undefined, 'Pier'])
    })
  })

  it('draws an event of three days as one bar across its days in the month', async () => {
    const tuesday = tuesdayAhead()
    await stage.newEvent({
      title: 'Three days',
      allDay: true,
      startAt: dayAfter(tuesday, 0),
      endAt: dayAfter(tuesday, 3),
    })
    await stage.visit(
      `/c/${slug}?view=month&month=${dayAfter(tuesday, 0).slice(0, 7)}`,
      async (page) => {
        const [bar] = await boxesOf(page, '.span a')
        const cells = await boxesOf(page, `td[id="${dayAfter(tuesday, 0)}"], td[id="${dayAfter(tuesday, 2)}"]`)
        expect(await page.getByRole('cell').getByText('Three days').count()).toBe(1)
        expect(Math.abs((bar?.left ?? 0) - (cells[0]?.left ?? 99))).toBeLessThan(6)
        expect(Math.abs((bar?.right ?? 0) - (cells[1]?.right ?? 99))).toBeLessThan(6)
      },
      { viewport: { width: 1440, height: 900 } },
    )
  })

  it('folds the weeks before this one, and unfolds them for a link to one of their days', async () => {
    await stage.visit(`/c/${slug}?view=month`, async (page) => {
      const gone = await page.locator('tr.gone').count()
      await expect.poll(() => page.locator('.fold').count()).toBe(gone > 0 ? 1 : 0)
      if (gone === 0) return
      const day = page.locator('tr.gone td').last()
      await expect.poll(() => day.isVisible()).toBe(false)
      await page.locator('.fold summary').click()
      await expect.poll(() => day.isVisible()).toBe(true)
      const id = await day.getAttribute('id')
      await page.goto(`${stage.origin}/c/${slug}?view=month#${id}`)
      await page.reload()
      await expect.poll(() => page.locator(`td[id="${id}"]`).isVisible()).toBe(true)
    })
  })

  it('shows no number on a day of another month, whose events the month does not list', async () => {
    await stage.newEvent({ title: 'Of February', startAt: '2031-02-01T10:00:00Z' })
    await stage.visit(`/c/${slug}?view=month&month=2031-01`, async (page) => {
      await expect.poll(() => page.locator('td[id="2031-01-31"]').textContent()).toBe('31')
      expect(await page.locator('td[id="2031-02-01"]').textContent()).toBe('')
    })
  })

  it('has no sidebar without events', async () => {
    const empty = await stage.call('POST /calendars', { slug: 'quiet-quay', name: 'Quiet Quay', timezone: 'UTC' })
    await stage.visit(`/c/${empty.slug}`, async (page) => {
      await page.getByText('No upcoming events.').waitFor()
      expect(await page.locator('.beside, .filters').count()).toBe(0)
    })
  })

  it('describes its upcoming events as a schema.org ItemList with pictures', async () => {
    await stage.visit(`/c/${slug}`, async (page) => {
      const ld = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
      expect(ld['@type']).toBe('ItemList')
      expect(ld.itemListElement[0].item).toMatchObject({
        '@type': 'Event',
        name: expect.any(String),
        startDate: expect.any(String),
        location: expect.anything(),
        image: [expect.stringMatching(/poster\.png$/)],
      })
      expect((await fetch(ld.itemListElement[0].item.image[0])).headers.get('Content-Type')).toBe('image/png')
    })
  })
})

describe('event page', () => {
  it('does not move when a wide cover has loaded', async () => {
    const { slug: other } = await stage.newEvent()
    const event = await stage.newEvent({ coverUrl: `${stage.origin}/e/${other}/poster.png` })
    await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        await expect
          .poll(() =>
            page
              .locator('.poster > img')
              .last()
              .evaluate((image: HTMLImageElement) => image.naturalWidth),
          )
          .toBe(1200)
        const shift = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              let sum = 0
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
              }).observe({ type: 'layout-shift', buffered: true })
              setTimeout(() => resolve(sum), 500)
            }),
        )
        expect(shift).toBeLessThan(0.02)
      },
      { viewport: { width: 412, height: 823 } },
    )
  })

  it('of a cancelled event with paid tickets says why and whom to ask about a refund', async () => {
    const event = await stage.newEvent({ tickets: [{ name: 'A', type: 'PAID', price: 1_000, currency: 'EUR' }] })
    await stage.call(`POST /events/${event.id}/cancel`, { reason: 'The hall is flooded.' })
    await stage.visit(`/e/${event.slug}`, async (page) => {
      const card = (await page.locator('#register').textContent()) ?? ''
      expect(card).toContain('The hall is flooded.')
      expect(card).toContain('Ask the organiser about your refund.')
    })
  })

  it('of a past event leads to the calendar’s feed, which opens there', async () => {
    const [past] = await stage.list(`/calendars/${slug}/events?past=true`)
    await stage.visit(`/e/${(past as unknown as { slug: string }).slug}`, async (page) => {
      await page.getByRole('link', { name: 'Follow this calendar' }).click()
      await expect.poll(() => page.getByText('Apple Calendar, Outlook and others').isVisible()).toBe(true)
    })
  })

  it('of a cancelled date of a series leads to the next date', async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
    const series = await stage.call('POST /series', {
      calendarSlug: slug,
      template: { title: 'Weekly jam', slug: 'weekly-jam', status: 'PUBLISHED' },
      startAt: `${days(3)}T12:00`,
      durationMinutes: 60,
      timezone: 'Europe/Lisbon',
      rrule: 'FREQ=WEEKLY;COUNT=6',
    })
    const [first] = await stage.list(`/calendars/${slug}/events?seriesId=${series.id}`)
    await stage.call(`POST /events/${first?.id}/cancel`, {})
    await stage.visit(`/e/weekly-jam-${days(3)}`, async (page) => {
      await page.getByRole('link', { name: /^Next date: / }).click()
      await expect.poll(() => page.url()).toBe(`${stage.origin}/e/weekly-jam-${days(10)}`)
    })
  })
})

describe('user text', () => {
  it('in another direction than the page starts at the edge of the page’s text', async () => {
    const event = await stage.newEvent({ description: 'English text.\n\nنص عربي.' })
    for (const [lang, edge] of [
      ['ar', 'right'],
      ['en', 'left'],
    ] as const) {
      await stage.visit(`/e/${event.slug}?lang=${lang}`, async (page) => {
        const looks = await page.locator('.about .prose p').evaluateAll((found) =>
          found.map((each) => {
            const { direction, textAlign } = getComputedStyle(each)
            return [direction, textAlign]
          }),
        )
        expect(looks).toEqual([
          ['ltr', edge],
          ['rtl', edge],
        ])
      })
    }
  })
})
