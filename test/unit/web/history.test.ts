import { expect, it } from 'vitest'
import type { ChangeAnswer } from '../../../web/shared/answers.ts'
import { deedOf, latestOf } from '../../../web/console/screens/change-words.ts'

const ALL = ['id', 'firstName', 'lastName', 'email', 'status', 'ticket', 'orderId', 'qrCode', 'source', 'createdAt']

const change = (seq: number, fields: string[], rest: object = {}) =>
  ({
    seq,
    object: 'guest',
    op: 'upsert',
    id: 'gst_1',
    fields,
    current: { firstName: 'Grace', status: 'CANCELLED' },
    ...rest,
  }) as unknown as ChangeAnswer

const deedsOf = (changes: ChangeAnswer[]) => changes.map((each) => deedOf(each, latestOf(changes)))

it('deedOf names the new status for the latest status change only', () => {
  expect(deedsOf([change(3, ['status', 'cancelledAt']), change(2, ['status', 'updatedAt']), change(1, ALL)])).toEqual([
    'Cancelled',
    'Changed: status',
    'Registered',
  ])
})

it('deedOf shows an invitation as invited and lists the names of corrected fields, not their values', () => {
  expect(deedsOf([change(1, ALL, { current: { firstName: '', status: 'INVITED' } })])).toEqual(['Invited'])
  expect(deedsOf([change(2, ['firstName', 'lastName', 'email']), change(1, ALL)])[0]).toBe('Changed: name, email')
})

it('deedOf shows paid orders, refunds and deleted guests', () => {
  const order = { object: 'order', id: 'ord_1', current: { number: 'A1', status: 'PAID' } }
  const refund = { object: 'refund', id: 'rfd_1', current: { amount: 4_800, status: 'SUCCEEDED' } }
  expect(deedsOf([change(3, ['orderId', 'amount', 'status'], refund), change(2, ['status'], order)])).toEqual([
    'Refunded',
    'Paid',
  ])
  expect(deedsOf([change(1, [], { op: 'delete', current: null })])).toEqual(['A guest was deleted'])
})
