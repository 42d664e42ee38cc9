import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { EventAnswer, GuestAnswer, One, OrderAnswer, QuoteAnswer, RefundedAnswer } from '../../shared/answers.ts'
import { Refusal } from '../../shared/api.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, GroupFault, TextField } from '../parts/fields.tsx'
import { sendAsShown } from '../parts/quote.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { guestName } from './guest-state.ts'
import { complaintAbout } from '../parts/trouble.ts'
import { majorOf, minorOf, moneyOf, nameOf } from '../parts/words.ts'
import { moneyWords } from '../words/en/money.ts'
import { ordersWords } from '../words/en/orders.ts'

interface Seat {
  guest: GuestAnswer
  ticketName: string
  /** Estimates the price of the seat. The service computes the exact amount. */
  share: number
}

/** Splits `total` evenly. The first share gets the remainder. */
const sharesOf = (total: number, count: number) => {
  const each = Math.floor(total / count)
  return Array.from({ length: count }, (_, index) => (index === 0 ? total - each * (count - 1) : each))
}

const seatsOf = async (session: CalendarSession, event: EventAnswer, order: OrderAnswer): Promise<Seat[]> => {
  const back = order.refunds.flatMap(({ guestIds, status }) => (status === 'FAILED' ? [] : (guestIds ?? [])))
  const named = order.items.flatMap(({ guestIds, ticketName, total }) => {
    const shares = sharesOf(total, Math.max(1, guestIds.length))
    const extrasOf = (id: string) =>
      order.addons.reduce((sum, addon) => (addon.guestId === id ? sum + addon.total : sum), 0)
    return guestIds.map((id, index) => ({ id, ticketName, share: (shares[index] ?? 0) + extrasOf(id) }))
  })
  const left = named.filter(({ id }) => !back.includes(id))
  const guests = await Promise.all(
    left.map(({ id }) => session.api.get<One<GuestAnswer>>(`/events/${event.id}/guests/${id}`, { whole: true })),
  )
  return left.flatMap(({ ticketName, share }, index) => {
    const guest = guests[index]?.data
    return guest === undefined ? [] : [{ guest, ticketName, share }]
  })
}

const isGone = (error: unknown) => error instanceof Refusal && error.code === 'payment_account_gone'

/**
 * Refunds an order in full, by guest or by a custom amount. It shows the amount to be refunded and the seats that
 * become free.
 */
export const RefundOrder = ({
  session,
  event,
  order,
  close,
  done,
}: {
  session: CalendarSession
  event: EventAnswer
  order: OrderAnswer
  close: () => void
  done: () => Promise<void>
}) => {
  const words = ordersWords().refund
  const currency = order.currency ?? 'EUR'
  const asked = useAsked(() => seatsOf(session, event, order), [order.id])
  const [left, leave] = useState<readonly string[]>([])
  const [frees, setFrees] = useState(true)
  const [tells, setTells] = useState(true)
  const [reason, say] = useState('')
  /** The amount that the service computed for a choice, once it has refused to refund another. */
  const [exact, setExact] = useState({ choice: '', amount: 0 })
  const [other, setOther] = useState<string | null>(null)
  const [isByHand, refundByHand] = useState(false)
  const seats = asked.data ?? []
  const chosen = seats.filter(({ guest }) => !left.includes(guest.id))
  // A request without `items` also refunds a service fee that the organiser keeps.
  const isEveryone = chosen.length === seats.length
  const isWhole = isEveryone && order.fee === 0
  const ofOrder = order.addons.reduce((sum, { guestId, total }) => (guestId === null ? sum + total : sum), 0)
  const byGuests = isWhole
    ? order.net
    : Math.min(
        order.net,
        chosen.reduce((sum, { share }) => sum + share, isEveryone ? ofOrder : 0),
      )
  const estimate = other === null ? byGuests : (minorOf(other, currency) ?? 0)
  const choice = JSON.stringify([other, left])
  const amount = exact.choice === choice ? exact.amount : estimate
  const act = async () => {
    const path = `/events/${event.id}/orders/${order.id}/refund`
    const body = {
      ...(other !== null
        ? { amount: estimate }
        : isWhole
          ? {}
          : { items: chosen.map(({ guest }) => ({ guestId: guest.id })) }),
      currency,
      reason: reason.trim() === '' ? null : reason,
      notifyBuyer: tells,
      cancelGuests: frees && other === null,
      ...(isByHand ? { byHand: true } : {}),
    }
    const refundedBy = ({ money }: QuoteAnswer) => money.reduce((sum, { refunded }) => sum + refunded, 0)
    const { data } = await sendAsShown<One<RefundedAnswer>>(
      session.api,
      { path, body },
      {
        isShown: (quote) => refundedBy(quote) === amount,
        show: (quote) => setExact({ choice, amount: refundedBy(quote) }),
      },
    )
    await done()
    session.toast(words.done(moneyOf(data.refund.amount, currency)))
  }
  return (
    <Ask
      title={words.title(order.number)}
      action={words.action(moneyOf(amount, currency))}
      refuse={words.keep}
      bulk={bulkOf({ people: { mailed: 0 }, money: [{ currency, refunded: amount, charged: 0 }] })}
      fields={other === null ? ['items', 'reason'] : ['amount', 'currency', 'reason']}
      close={close}
      act={act}
    >
      {(error) => (
        <>
          <p class="soft">
            {words.paid(nameOf(order.buyer), moneyOf(order.total, currency))}{' '}
            {order.refunded === 0 ? words.notRefunded : words.alreadyRefunded(moneyOf(order.refunded, currency))}
          </p>
          {other === null ? (
            <Shown
              asked={asked}
              rows={2}
              draw={(all) => (
                <fieldset class="field">
                  <legend>{words.seats}</legend>
                  <GroupFault id="seats-fault" fault={complaintAbout(error, 'items')} />
                  {all.map(({ guest, ticketName, share }) => (
                    <div class="spread" key={guest.id}>
                      <CheckField
                        label={guestName(guest).name}
                        hint={ticketName}
                        value={!left.includes(guest.id)}
                        set={(isIn) => leave(isIn ? left.filter((id) => id !== guest.id) : [...left, guest.id])}
                      />
                      <span>{moneyOf(share, currency)}</span>
                    </div>
                  ))}
                </fieldset>
              )}
            />
          ) : (
            <TextField
              key="other"
              label={words.amount(currency)}
              inputmode="decimal"
              value={other}
              set={setOther}
              hint={words.atMost(moneyOf(order.net, currency))}
              fault={complaintAbout(error, 'amount', 'currency')}
            />
          )}
          {other === null && (
            <CheckField
              label={words.freeSeats(chosen.length)}
              hint={event.waitlistEnabled ? words.freeSeatsHint : undefined}
              value={frees}
              set={setFrees}
            />
          )}
          <CheckField
            label={nameOf(order.buyer) === '' ? words.emailBuyer : words.emailPerson(nameOf(order.buyer))}
            value={tells}
            set={setTells}
          />
          <TextField
            label={words.reason}
            aside={words.reasonHint}
            value={reason}
            set={say}
            fault={complaintAbout(error, 'reason')}
          />
          {(isByHand || isGone(error)) && (
            <>
              <p class="note">
                {words.accountGone}{' '}
                <a href="https://dashboard.stripe.com" rel="noopener noreferrer" target="_blank">
                  {moneyWords().accounts.openStripe}
                </a>
              </p>
              <CheckField label={words.byHand} value={isByHand} set={refundByHand} />
            </>
          )}
          <p class="spread">
            <span>{order.payment.provider === 'STRIPE' && !isByHand ? words.toCard : words.manually}</span>
            <b class="big">{moneyOf(amount, currency)}</b>
          </p>
          <button
            type="button"
            class="button bare"
            onClick={() => setOther(other === null ? majorOf(order.net, currency) : null)}
          >
            {other === null ? words.enterAmount : words.chooseGuests}
          </button>
        </>
      )}
    </Ask>
  )
}
