import { expect, it } from 'vitest'
import { guestName, isErased } from '../../../web/console/event/guest-state.ts'
import type { GuestAnswer } from '../../../web/shared/answers.ts'

const blank = { email: 'gst_1@erased.invalid', firstName: '', lastName: '', status: 'CANCELLED', emailIsBuyers: false }

it('isErased is true for a nameless guest without a seat, and false for attendees without an email address', () => {
  const [kid, unnamed] = [
    { ...blank, firstName: 'Kid', status: 'CONFIRMED', emailIsBuyers: true },
    { ...blank, status: 'CONFIRMED', emailIsBuyers: true },
  ]
  expect([blank, kid, unnamed, { ...unnamed, status: 'CANCELLED' }].map(isErased)).toEqual([true, false, false, true])
  expect([blank, kid, unnamed].map((guest) => guestName(guest as GuestAnswer))).toEqual([
    { name: 'Erased', below: 'personal data erased' },
    { name: 'Kid', below: 'no address' },
    { name: 'Name missing', below: 'no address' },
  ])
})
