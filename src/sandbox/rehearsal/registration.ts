import type { PlannedGuest, PlannedParty } from './plan.ts'

/** The body of the registration of one guest, or of a party. */
export const plannedRegistration = (party: PlannedParty): object => {
  const { guests, ticketId, coupon, answers, buyerAnswers } = party
  const [buyer] = guests as [PlannedGuest, ...PlannedGuest[]]
  const chosen = { ...(ticketId === null ? {} : { ticketId }), answers }
  const discount = coupon === null ? {} : { couponCode: coupon }
  const nameOf = ({ firstName, lastName, email }: PlannedGuest) => ({ firstName, lastName, email })
  return guests.length === 1
    ? { ...nameOf(buyer), ...chosen, ...discount }
    : {
        buyer: { ...nameOf(buyer), answers: buyerAnswers },
        attendees: guests.map((guest) => ({ ...nameOf(guest), ...chosen })),
        ...discount,
      }
}
