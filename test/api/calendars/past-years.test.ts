import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { setColumns } from '../../support/database.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'

const thisYear = new Date().getUTCFullYear()

const yearsOf = async (slug: string) => {
  const url = `https://calendar.test/c/${slug}?past=true`
  const page = await exports.default.fetch(new Request(url, { headers: { Accept: 'text/html' } }))
  return [...(await page.text()).matchAll(/[?;]year=(\d+)/g)].map(([, year]) => thisYear - Number(year))
}

it('offers of what was the years since the calendar is there, or its oldest event that is listed, six at most', async () => {
  const calendar = await newCalendar({ timezone: 'UTC' })
  expect(await yearsOf(calendar.slug)).toEqual([0])
  await newEvent(calendar, { startAt: `${thisYear - 2}-05-02T18:00:00Z`, timezone: 'UTC' })
  expect(await yearsOf(calendar.slug)).toEqual([0, 1, 2])
  const old = await newCalendar({ timezone: 'UTC' })
  await setColumns('calendars', old.id, { created_at: Date.UTC(thisYear - 9, 6) })
  expect(await yearsOf(old.slug)).toEqual([0, 1, 2, 3, 4, 5])
})
