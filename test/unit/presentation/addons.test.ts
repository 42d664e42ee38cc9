import { describe, expect, it } from 'vitest'
import { addonOption, assignAddons, mostOf, type ShownAddon } from '../../../src/presentation/addons.ts'

const shirt: ShownAddon = {
  id: 'shirt',
  name: 'T-shirt',
  description: null,
  price: 1_500,
  currency: 'EUR',
  per: 'SEAT',
  ticketIds: [],
  available: null,
  maxQuantity: 2,
  status: 'ON_SALE',
}
const parking: ShownAddon = { ...shirt, id: 'parking', per: 'ORDER' }

describe('assignAddons', () => {
  it('gives units to the attendees in turn, and leaves those of the order to the order', () => {
    const chosen = [
      { addon: shirt, quantity: 3 },
      { addon: parking, quantity: 1 },
    ]
    expect(assignAddons(chosen, ['a', 'b'])).toEqual({
      ofOrder: [{ addonId: 'parking', quantity: 1 }],
      ofSeats: [[{ addonId: 'shirt', quantity: 2 }], [{ addonId: 'shirt', quantity: 1 }]],
    })
  })

  it('gives units only to attendees with a fitting ticket, or to the first if none has one', () => {
    const forVip = { ...shirt, ticketIds: ['vip'] }
    expect(assignAddons([{ addon: forVip, quantity: 2 }], ['a', 'vip']).ofSeats).toEqual([
      [],
      [{ addonId: 'shirt', quantity: 2 }],
    ])
    expect(assignAddons([{ addon: forVip, quantity: 2 }], ['a', 'b']).ofSeats).toEqual([
      [{ addonId: 'shirt', quantity: 2 }],
      [],
    ])
  })
})

describe('mostOf', () => {
  it.each([
    [20, shirt, 10],
    [2, parking, 10],
    [3, { ...shirt, available: 3 }, 10],
    [4, shirt, 2],
    [0, { ...shirt, status: 'SOLD_OUT' }, 10],
  ])('is %d for %j with %d seats', (most, addon, seats) => {
    expect(mostOf(addon, seats)).toBe(most)
    expect(addonOption(addon, seats).most).toBe(most)
  })
})
