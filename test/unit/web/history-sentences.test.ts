import { describe, expect, it } from 'vitest'
import type { ChangeAnswer } from '../../../web/shared/answers.ts'
import { groupsOf, withoutEchoes } from '../../../web/console/screens/change-groups.ts'
import { sentenceOf, type Group } from '../../../web/console/screens/change-sentences.ts'
import { actorWords, deedOf, latestOf, subjectOf } from '../../../web/console/screens/change-words.ts'

const change = (seq: number, object: string, fields: string[], rest: object = {}) =>
  ({
    seq,
    at: '2026-11-23T10:00:00.000Z',
    object,
    op: 'upsert',
    id: `${object}_${seq}`,
    eventId: 'evt_1',
    fields,
    actor: { type: 'user', id: 'usr_1', label: 'Mira', via: null },
    current: { name: 'Sauna' },
    ...rest,
  }) as unknown as ChangeAnswer

const textOf = (group: Group) => {
  const who = actorWords(group[0], 'usr_0')
  const what = [...new Set(group.map(subjectOf))].join(', ')
  return (sentenceOf(group, latestOf(group), { who, what }) as unknown as string[]).join('')
}

const byGuest = { actor: { type: 'guest', id: null, label: null, via: null } }
const grace = { current: { firstName: 'Grace', lastName: 'Hopper', status: 'CONFIRMED' } }

describe('sentenceOf', () => {
  it('says that a checkpoint with few fields was created', () => {
    const fields = ['name', 'mode', 'ticketIds', 'opensAt', 'closesAt', 'limit', 'createdAt', 'updatedAt']
    expect(textOf([change(1, 'checkpoint', fields)])).toBe('Mira created the checkpoint Sauna')
    expect(textOf([change(1, 'checkpoint', ['name', 'mode', 'updatedAt'])])).toBe('Mira edited Sauna: name, mode')
  })

  it('names the assistant that used a key', () => {
    const actor = { type: 'key', id: 'key_1', label: 'Desk', via: 'claude-code 2.1.0' }
    expect(textOf([change(1, 'event', ['title', 'updatedAt'], { actor })])).toContain(
      'API key “Desk”, by assistant “claude-code 2.1.0”',
    )
  })

  it('names guests who registered themselves once', () => {
    expect(textOf([change(1, 'guest', ['status', 'createdAt'], { ...byGuest, ...grace })])).toBe(
      'Grace Hopper registered',
    )
    expect(textOf([change(1, 'guest', ['status', 'createdAt'], grace)])).toBe('Mira registered Grace Hopper')
  })

  it('distinguishes cancellations by guests from those by others', () => {
    const cancelled = { current: { firstName: 'Grace', lastName: 'Hopper', status: 'CANCELLED' } }
    expect(textOf([change(1, 'guest', ['status'], { ...byGuest, ...cancelled })])).toBe('Grace Hopper cancelled')
    expect(textOf([change(1, 'guest', ['status'], cancelled)])).toBe('Mira cancelled the registration of Grace Hopper')
  })

  it('counts several check-ins at one door with their times', () => {
    const scan = (seq: number, minute: string) =>
      change(seq, 'checkin', ['guestId', 'checkedInAt'], {
        at: `2026-11-23T10:${minute}:00.000Z`,
        current: { guestName: `Guest ${seq}`, gate: 'Main door', checkpointName: null, direction: null },
      })
    const [group] = groupsOf([scan(3, '20'), scan(2, '11'), scan(1, '03')], (each) => deedOf(each, new Set()))
    expect(group?.length).toBe(3)
    expect(textOf(group as unknown as Group)).toMatch(/^3 check-ins at Main door, \d\d:03–\d\d:20$/)
  })

  it('shows the amount of a refund instead of its id', () => {
    const refund = { current: { amount: 4_800, currency: 'EUR', status: 'SUCCEEDED' } }
    expect(textOf([change(1, 'refund', ['amount', 'status', 'createdAt'], refund)])).toBe('Mira refunded €48.00')
  })
})

describe('withoutEchoes', () => {
  const order = { current: { number: 'A1', status: 'PENDING' } }

  it('leaves out the order of a registration and the tickets of a new event', () => {
    const rows = [
      change(4, 'order', ['status', 'createdAt'], order),
      change(3, 'guest', ['status', 'createdAt'], grace),
      change(2, 'ticket', ['name', 'createdAt']),
      change(1, 'event', ['title', 'createdAt'], { id: 'evt_1' }),
    ]
    expect(withoutEchoes(rows).map(({ seq }) => seq)).toEqual([3, 1])
  })

  it('keeps an order and a ticket without a matching change', () => {
    const rows = [change(2, 'order', ['status', 'createdAt'], order), change(1, 'ticket', ['name', 'createdAt'])]
    expect(withoutEchoes(rows)).toHaveLength(2)
  })

  it('shows a payment once, by its order', () => {
    const rows = [
      change(2, 'guest', ['status', 'updatedAt'], grace),
      change(1, 'order', ['status', 'paidAt'], { current: { number: 'A1', status: 'PAID' } }),
    ]
    expect(withoutEchoes(rows).map(({ seq }) => seq)).toEqual([1])
  })
})

it('groupsOf joins the guests of one party', () => {
  const party = [2, 1].map((seq) => change(seq, 'guest', ['status', 'createdAt'], { ...byGuest, ...grace }))
  expect(groupsOf(party, (each) => deedOf(each, new Set())).map((group) => group.length)).toEqual([2])
})
