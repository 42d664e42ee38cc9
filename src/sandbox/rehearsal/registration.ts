import type { PlannedGuest, PlannedParty } from './plan.ts'

/** The body of the registration of one guest, or of a party. */
export const plannedRegistration = (party: PlannedParty): object => {
  const { guests, ticketId, coupon, answers, buyerAnswers, seatAddons, orderAddons } = party
  const [buyer] = guests as [PlannedGuest, ...PlannedGuest[]]
  const chosen = { ...(ticketId === null ? {} : { ticketId }), answers }
  const discount = coupon === null ? {} : { couponCode: coupon }
  const nameOf = ({ firstName, lastName, email }: PlannedGuest) => ({ firstName, lastName, email })
  const isAlone = guests.length === 1 && seatAddons.length + orderAddons.length === 0
  return isAlone
    ? { ...nameOf(buyer), ...chosen, ...discount }
    : {
        buyer: { ...nameOf(buyer), answers: buyerAnswers },
        attendees: guests.map((guest) => ({ ...nameOf(guest), ...chosen, addons: seatAddons })),
        addons: orderAddons,
        ...discount,
      }
}
