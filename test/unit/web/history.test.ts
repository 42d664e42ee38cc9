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

it('only the last change of a status says what it became: before, it was something else', () => {
  expect(deedsOf([change(3, ['status', 'cancelledAt']), change(2, ['status', 'updatedAt']), change(1, ALL)])).toEqual([
    'Cancelled',
    'Changed: status',
    'Registered',
  ])
})

it('who is invited is invited, and a correction names the fields and not what stands in them', () => {
  expect(deedsOf([change(1, ALL, { current: { firstName: '', status: 'INVITED' } })])).toEqual(['Invited'])
  expect(deedsOf([change(2, ['firstName', 'lastName', 'email']), change(1, ALL)])[0]).toBe('Changed: name, mail')
})

it('money is due, paid and refunded, and what was deleted is gone', () => {
  const order = { object: 'order', id: 'ord_1', current: { number: 'A1', status: 'PAID' } }
  const refund = { object: 'refund', id: 'rfd_1', current: { amount: 4_800, status: 'SUCCEEDED' } }
  expect(deedsOf([change(3, ['orderId', 'amount', 'status'], refund), change(2, ['status'], order)])).toEqual([
    'Refunded',
    'Paid',
  ])
  expect(deedsOf([change(1, [], { op: 'delete', current: null })])).toEqual(['A guest was deleted'])
})
