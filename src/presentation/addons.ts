import type { Chosen, TicketOption } from './selection.ts'

/** The part of an add-on on which the order form depends. */
export interface ShownAddon {
  id: string
  name: string
  description: string | null
  price: number
  currency: string | null
  per: 'SEAT' | 'ORDER'
  ticketIds: readonly string[]
  available: number | null
  maxQuantity: number
  status: string
}

/** The highest quantity that the form offers in one order. */
const MAX_SHOWN = 20

export const addonField = (addonId: string) => `addon.${addonId}`

/** The highest quantity of an order with up to `seats` seats. 0 if the add-on can't be ordered now. */
export const mostOf = ({ status, per, maxQuantity, available }: ShownAddon, seats: number) =>
  status === 'ON_SALE'
    ? Math.min(per === 'SEAT' ? maxQuantity * seats : maxQuantity, available ?? MAX_SHOWN, MAX_SHOWN)
    : 0

/** An add-on as an option, so that sums and steppers treat it like a ticket. */
export const addonOption = (addon: ShownAddon, seats: number): TicketOption => ({
  id: addon.id,
  name: addon.name,
  price: addon.price,
  currency: addon.currency,
  serviceFee: null,
  choice: null,
  least: 1,
  most: mostOf(addon, seats),
  outcome: 'place',
  available: null,
})

export interface ChosenAddon {
  addon: ShownAddon
  quantity: number
}

const lineOf = ({ addon, quantity }: ChosenAddon) => ({ addonId: addon.id, quantity })

/**
 * Splits the chosen add-ons into those of the order and those of each attendee, given the attendees' tickets. Units for
 * seats go round the attendees who may have them. Units that fit no one stay with the first attendee, so that the
 * service refuses them.
 */
export const assignAddons = (chosen: readonly ChosenAddon[], ticketIds: readonly string[]) => {
  const seats = ticketIds.map(() => new Map<string, number>())
  for (const { addon, quantity } of chosen.filter(({ addon: { per } }) => per === 'SEAT')) {
    const fitting = seats.filter(
      (_, index) => addon.ticketIds.length === 0 || addon.ticketIds.includes(ticketIds[index] ?? ''),
    )
    const takers = fitting.length === 0 ? seats.slice(0, 1) : fitting
    for (let unit = 0; unit < quantity; unit += 1) {
      const seat = takers[unit % takers.length]
      seat?.set(addon.id, (seat.get(addon.id) ?? 0) + 1)
    }
  }
  return {
    ofOrder: chosen.filter(({ addon }) => addon.per === 'ORDER').map(lineOf),
    ofSeats: seats.map((lines) => [...lines].map(([addonId, quantity]) => ({ addonId, quantity }))),
  }
}

export const asChosen = (chosen: readonly ChosenAddon[]): Chosen[] =>
  chosen.map(({ addon, quantity }) => ({ option: addonOption(addon, 1), quantity }))

/** The message of each refusal that concerns add-ons. */
export const ADDON_REFUSALS: Readonly<Record<string, 'addons' | 'addonsGone' | 'oneCurrency'>> = {
  addon_invalid: 'addons',
  addon_unavailable: 'addonsGone',
  currency_mismatch: 'oneCurrency',
}
