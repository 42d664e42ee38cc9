import { describe, expect, it } from 'vitest'
import { byLiteralFirst, matchRoute, patternOf, templateOf } from '../../../src/kernel/route-pattern.ts'

describe('route patterns', () => {
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
  ])('matchRoute(%j, %j) returns %j', (pattern, path, said) => {
    expect(matchRoute(pattern, path)).toEqual(said)
  })

  it('convert to an OpenAPI path template and back', () => {
    expect(templateOf('/events/:eventId/guests/:guestId')).toBe('/events/{eventId}/guests/{guestId}')
    expect(patternOf('/events/{eventId}/guests/{guestId}')).toBe('/events/:eventId/guests/:guestId')
  })
})

describe('byLiteralFirst', () => {
  it('sorts a literal segment before a parameter', () => {
    const wanted = ['/events', '/events/slug', '/events/slug/:slug', '/events/:eventId', '/events/:eventId/guests']
    expect(wanted.toReversed().toSorted(byLiteralFirst).indexOf('/events/slug/:slug')).toBeLessThan(
      wanted.toReversed().toSorted(byLiteralFirst).indexOf('/events/:eventId/guests'),
    )
    expect(['/events/:eventId/x', '/events/slug/:slug'].toSorted(byLiteralFirst)[0]).toBe('/events/slug/:slug')
    expect(['/events/:eventId', '/events/slug'].toSorted(byLiteralFirst)[0]).toBe('/events/slug')
  })

  it('sorts any permutation of the patterns into the same order', () => {
    const patterns = ['/a', '/:x', '/a/b', '/a/:x', '/:x/b', '/:x/:y', '/a/b/:x']
    const sorted = patterns.toSorted(byLiteralFirst)
    for (const turned of patterns.map((_, index) => [...patterns.slice(index), ...patterns.slice(0, index)]))
      expect(turned.toSorted(byLiteralFirst)).toEqual(sorted)
  })
})
