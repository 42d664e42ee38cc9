import { describe, expect, it } from 'vitest'
import { FAMILIES, nameOfPoster, posterNamed, posterOf } from '../../../src/presentation/poster.ts'
import { posterPng, smallPosterPng, WIDE_VIEW } from '../../../src/presentation/poster-png.ts'
import { posterSvg } from '../../../src/presentation/poster-svg.ts'

const eventOf = (fields: Record<string, unknown> = {}) => ({
  title: 'Night music on the quay',
  startAt: '2026-12-12T19:30:00.000Z',
  endAt: '2026-12-12T22:00:00.000Z',
  timezone: 'Europe/Lisbon',
  allDay: false,
  ...fields,
})

describe.each(FAMILIES)('poster family %s', (family) => {
  const poster = { ...posterOf(eventOf(), 270), family }
  it('renders the same SVG under 12 KB every time, without text, fonts or external links', () => {
    const svg = posterSvg(poster)
    expect(svg).toBe(posterSvg({ ...poster }))
    expect(svg.length).toBeGreaterThan(500)
    expect(svg.length).toBeLessThan(12_000)
    expect(svg).not.toMatch(/<text|font|href|NaN|undefined|<script/)
    expect(posterSvg(poster, { wide: true })).toContain('viewBox="0 285 1200 630"')
  })

  it('round-trips through its name', () => {
    const read = posterNamed(nameOfPoster(poster))
    expect(read).toEqual(poster)
    expect(posterSvg(read!)).toBe(posterSvg(poster))
  })

  it('renders a 256 px PNG under 60 kB', async () => {
    const png = await smallPosterPng(poster)
    const view = new DataView(png.buffer)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([256, 256])
    expect(png.length).toBeLessThan(60_000)
    // The second call returns the same object, because the PNG of each poster is cached.
    expect(await smallPosterPng({ ...poster })).toBe(png)
    expect(await smallPosterPng({ ...poster, seed: poster.seed + 1 })).not.toEqual(png)
  })
})

it('nameOfPoster depends on title, day, hour and hue, but not on letter case', () => {
  const name = (fields: Record<string, unknown>, hue = 270) => nameOfPoster(posterOf(eventOf(fields), hue))
  const names = [
    name({}),
    name({ title: 'Other music' }),
    name({ startAt: '2026-12-13T19:30:00.000Z' }),
    name({ startAt: '2026-12-12T12:00:00.000Z' }),
    name({}, 46),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(name({ title: 'NIGHT MUSIC ON THE QUAY' })).toBe(name({}))
  expect(posterOf(eventOf({ startAt: '2026-12-12', endAt: '2026-12-13', allDay: true }), 270)).toMatchObject({
    isDark: false,
    date: '2026-12-12',
  })
})

it.each(['', 'moon', 'sun-270-n-20261212-1-3', 'moon-999-n-20261212-1-3', 'moon-270-n-20261212-1-../../x'])(
  'posterNamed rejects %j',
  (name) => {
    expect(posterNamed(name)).toBeNull()
  },
)

it('posterPng renders 1200 by 630 pixels for link previews', async () => {
  const png = await posterPng(posterOf(eventOf(), 270), WIDE_VIEW)
  const view = new DataView(png.buffer)
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 630])
})
