import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import { ask, type PaymentWay, type PublicEvent } from '../asking.ts'
import type { Api } from '../page.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'

export const isPricedEvent = ({ tickets, addons = [] }: PublicEvent) =>
  tickets.some(({ price, priceMode }) => price > 0 || priceMode === 'CHOSEN') || addons.some(({ price }) => price > 0)

/** Adds the ways to pay that the order form offers. Free events need none, and cost no request. */
export const withPaymentWays = async (api: Api, event: PublicEvent): Promise<PublicEvent> => {
  if (!isPricedEvent(event) || event.registrationStatus === 'CLOSED' || event.status === 'CANCELLED') return event
  const answer = await ask<PaymentWay[]>(api, `/public/events/${event.id}/payment-ways`)
  return answer.ok ? { ...event, paymentWays: answer.data } : event
}

/** Returns the ways between which the buyer chooses: online, or by transfer in the currency of the event. */
const choicesOf = ({ paymentWays = [], tickets, addons = [] }: PublicEvent) => {
  const currencies = [...tickets, ...addons].map(({ currency }) => currency)
  const online = paymentWays.find(({ payBy }) => payBy === 'ONLINE')
  const bank = paymentWays.find(({ payBy, currency }) => payBy === 'BANK' && currencies.includes(currency))
  const heldUntil = bank?.heldUntil ?? null
  return online === undefined || heldUntil === null ? null : { heldUntil }
}

/** The choice between online payment and bank transfer. The script hides it while there is nothing to pay. */
export const PayByField = ({ event, filled, language }: { event: PublicEvent; filled: Filled; language: Language }) => {
  const choices = choicesOf(event)
  if (choices === null) return null
  const { form } = language.words
  const fault = faultOf('payBy', filled)
  const isBank = filled.typed.get('payBy') === 'BANK'
  return (
    <fieldset
      class="field"
      id={idOf('payBy')}
      data-pay-by
      aria-describedby={fault === undefined ? undefined : 'fault-payBy'}
    >
      <legend>{form.payBy}</legend>
      <label class="choice">
        <input type="radio" name="payBy" value="ONLINE" checked={!isBank} />
        <span>{form.payOnline}</span>
      </label>
      <label class="choice">
        <input type="radio" name="payBy" value="BANK" checked={isBank} />
        <span>
          {form.payByBank}
          <br />
          <span class="quiet">{form.heldUntil(momentOf(choices.heldUntil, event.timezone, language))}</span>
        </span>
      </label>
      {fault !== undefined && (
        <p class="error" id="fault-payBy">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
