import { describe, expect, it } from 'vitest'
import { deliveries } from '../../../histories/checkers/deliveries.ts'
import { delivery, done, maybe, violationsOf, webhook } from './written.ts'

const registered = (subject?: string) => ({
  kind: 'emit' as const,
  type: 'guest.registered',
  event: 'hall',
  about: 'ada@example.org',
  ...(subject && { subject }),
})
const [first, second] = [webhook('one'), webhook('two')]
const webhooks = [first, second]
const told = [delivery('one', 'ada'), delivery('two', 'ada')]

describe('deliveries', () => {
  it('accepts one delivery per event and subscribed webhook', () => {
    expect(violationsOf(deliveries, [done(1, 2, registered('ada'))], { webhooks, deliveries: told })).toEqual([])
  })

  it.each([
    { name: 'a missing event', found: [], says: ['guest.registered of ada has no delivery: socket'] },
    { name: 'a missing delivery', found: told.slice(0, 1), says: ['has 0 deliveries for two, not 1'] },
    {
      name: 'a duplicate delivery',
      found: [...told, delivery('one', 'ada')],
      says: ['has 2 deliveries for one, not 1'],
    },
    {
      name: 'a delivery for an event that did not happen',
      found: [...told, delivery('one', 'bo'), delivery('two', 'bo')],
      says: ['guest.registered of bo was delivered but did not happen'],
    },
    {
      name: 'two different bodies under one id',
      found: [delivery('one', 'ada', { bodies: ['{}', '{ }'] }), told[1]],
      says: ['was sent with different bodies'],
    },
  ])('rejects $name', ({ found, says }) => {
    const violations = violationsOf(deliveries, [done(1, 2, registered('ada'))], {
      webhooks,
      deliveries: found.flatMap((each) => each ?? []),
    })
    expect(violations).toEqual(says.map((text) => expect.stringContaining(text)))
  })

  it.each([
    { name: 'is inactive', deaf: webhook('deaf', { isActive: false }) },
    { name: 'is subscribed to another type', deaf: webhook('deaf', { types: ['checkin.created'] }) },
    { name: 'belongs to another event', deaf: webhook('deaf', { event: 'door' }) },
  ])('expects no delivery for a webhook that $name', ({ deaf }) => {
    const entries = [done(1, 2, registered('ada'))]
    const heard = [delivery('one', 'ada')]
    expect(violationsOf(deliveries, entries, { webhooks: [first, deaf], deliveries: heard })).toEqual([])
    expect(
      violationsOf(deliveries, entries, { webhooks: [first, deaf], deliveries: [...heard, delivery('deaf', 'ada')] }),
    ).toEqual([expect.stringContaining('has 1 deliveries for deaf, not 0')])
  })

  it('accepts all or none of the deliveries of an uncertain event, but not some of them', () => {
    const entries = [maybe(1, registered())]
    const some = [delivery('one', 'gst_7', { about: 'ada@example.org' })]
    const all = [...some, delivery('two', 'gst_7', { about: 'ada@example.org' })]
    expect(violationsOf(deliveries, entries, { webhooks, deliveries: [] })).toEqual([])
    expect(violationsOf(deliveries, entries, { webhooks, deliveries: all })).toEqual([])
    expect(violationsOf(deliveries, entries, { webhooks, deliveries: some })).toEqual([
      expect.stringContaining('has 0 deliveries for two, not 1'),
    ])
  })

  it('requires every delivery to have succeeded once the history is drained', () => {
    const found = [delivery('one', 'ada', { status: 'retrying', bodies: [] }), delivery('two', 'ada')]
    const entries = [done(1, 2, registered('ada'))]
    expect(violationsOf(deliveries, entries, { webhooks, deliveries: found })).toEqual([])
    expect(violationsOf(deliveries, entries, { webhooks, deliveries: found, isDrained: true })).toEqual([
      expect.stringContaining('is still retrying'),
      expect.stringContaining('never reached its receiver'),
    ])
  })
})
