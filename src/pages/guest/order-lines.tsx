import { Said } from '../../presentation/markup.tsx'
import { moneyOf } from '../../presentation/price.ts'
import { percentOf } from '../../presentation/refund-policy.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'

/**
 * The discount from a coupon. While the order is unpaid, it appears next to the amount due rather than in
 * `OrderSection`.
 */
export const Discount = ({ order, language }: { order: NonNullable<OwnRegistration['order']>; language: Language }) =>
  order.discount > 0 && (
    <p class="sum quiet">
      <span>
        {language.words.ticket.discount}
        {order.coupon !== null && (
          <>
            {'\u00a0· '}
            <Said text={order.coupon.code} />
          </>
        )}
      </span>
      <bdi>{moneyOf(-order.discount, order.currency, language)}</bdi>
    </p>
  )

/** The tickets and add-ons of the order, with what they cost. Nothing if the total says the same. */
export const OrderLines = ({
  order: { items, addons, fee, currency },
  language,
}: {
  order: NonNullable<OwnRegistration['order']>
  language: Language
}) => {
  if (addons.length === 0 && fee === 0) return null
  const tickets = items.map(({ ticketName, quantity, unitPrice }) => ({
    name: ticketName,
    quantity,
    amount: quantity * unitPrice,
  }))
  const extras = [...Map.groupBy(addons, ({ addonId }) => addonId).values()].map((alike) => ({
    name: alike[0]?.name ?? '',
    quantity: alike.reduce((count, { quantity }) => count + quantity, 0),
    amount: alike.reduce((amount, { total }) => amount + total, 0),
  }))
  return (
    <>
      {[...tickets, ...extras].map(({ name, quantity, amount }) => (
        <p class="sum quiet">
          <span>
            {`${quantity} × `}
            <Said text={name} />
          </span>
          <bdi>{moneyOf(amount, currency, language)}</bdi>
        </p>
      ))}
    </>
  )
}

/** The service fee of the order. */
export const Fee = ({ order, language }: { order: NonNullable<OwnRegistration['order']>; language: Language }) =>
  order.fee > 0 && (
    <p class="sum quiet">
      <span>{language.words.ticket.serviceFee}</span>
      <bdi>{moneyOf(order.fee, order.currency, language)}</bdi>
    </p>
  )

/** The tax that the total includes, by rate. */
export const Taxes = ({ order, language }: { order: NonNullable<OwnRegistration['order']>; language: Language }) => (
  <>
    {order.taxes.map(({ name, rate, tax }) => (
      <p class="sum quiet">
        <span>
          <Said text={language.words.ticket.includesTax(percentOf(rate / 100, language), name)} />
        </span>
        <bdi>{moneyOf(tax, order.currency, language)}</bdi>
      </p>
    ))}
  </>
)
