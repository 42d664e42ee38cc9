import { describe, expect, it } from 'vitest'
import { byLiteralFirst, matchRoute, patternOf, templateOf } from '../../../src/kernel/route-pattern.ts'

describe('a pattern', () => {
  it.each([
    ['/health', '/health', {}],
    ['/events/:eventId', '/events/evt_1', { eventId: 'evt_1' }],
    ['/events/:eventId/guests/:guestId', '/events/evt_1/guests/gst_1', { eventId: 'evt_1', guestId: 'gst_1' }],
    ['/calendars/:slug/events.ics', '/calendars/a%2Fb/events.ics', { slug: 'a%2Fb' }],
    ['/health', '/healthy', null],
    ['/health', '/health/', null],
    ['/events/:eventId', '/events/', null],
    ['/events/:eventId', '/events', null],
    ['/events/:eventId', '/events/evt_1/guests', null],
    ['/calendars/:slug/events.ics', '/calendars/x/eventsXics', null],
  ])('%s of %s says %j', (pattern, path, said) => {
    expect(matchRoute(pattern, path)).toEqual(said)
  })

  it('is another spelling of a template', () => {
    expect(templateOf('/events/:eventId/guests/:guestId')).toBe('/events/{eventId}/guests/{guestId}')
    expect(patternOf('/events/{eventId}/guests/{guestId}')).toBe('/events/:eventId/guests/:guestId')
  })
})

describe('of two patterns that fit one path', () => {
  it('the one with the literal segment comes first, in whatever order they were', () => {
    const wanted = ['/events', '/events/slug', '/events/slug/:slug', '/events/:eventId', '/events/:eventId/guests']
    expect(wanted.toReversed().toSorted(byLiteralFirst).indexOf('/events/slug/:slug')).toBeLessThan(
      wanted.toReversed().toSorted(byLiteralFirst).indexOf('/events/:eventId/guests'),
    )
    expect(['/events/:eventId/x', '/events/slug/:slug'].toSorted(byLiteralFirst)[0]).toBe('/events/slug/:slug')
    expect(['/events/:eventId', '/events/slug'].toSorted(byLiteralFirst)[0]).toBe('/events/slug')
  })

  it('the order is one for any number of them', () => {
    const patterns = ['/a', '/:x', '/a/b', '/a/:x', '/:x/b', '/:x/:y', '/a/b/:x']
    const sorted = patterns.toSorted(byLiteralFirst)
    for (const turned of patterns.map((_, index) => [...patterns.slice(index), ...patterns.slice(0, index)]))
      expect(turned.toSorted(byLiteralFirst)).toEqual(sorted)
  })
})
