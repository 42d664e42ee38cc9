import { Said } from '../../presentation/markup.tsx'
import { moneyOf } from '../../presentation/price.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { safeUrl } from '../links.ts'
import { Prose } from '../parts/prose.tsx'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { debtOf, isTakingPlace } from './words.ts'

type OrderWord = 'unpaid' | 'paid' | 'expired' | 'orderCancelled' | 'refundedInPart' | 'refunded'

const ORDER_WORDS: Readonly<Record<string, OrderWord>> = {
  PENDING: 'unpaid',
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'orderCancelled',
  PARTIALLY_REFUNDED: 'refundedInPart',
  REFUNDED: 'refunded',
}

/**
 * The discount from a coupon. While the order is unpaid, it appears next to the amount due rather than in
 * `OrderSection`.
 */
const Discount = ({ order, language }: { order: NonNullable<OwnRegistration['order']>; language: Language }) =>
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

/** The amount due, with a payment link or the organiser's instructions. */
export const DebtNotice = ({ own, language }: { own: OwnRegistration; language: Language }) => {
  const debt = debtOf(own)
  if (debt === null || !isTakingPlace(own.event)) return null
  const words = language.words.guest
  const url = safeUrl(debt.payment.url)
  return url === null ? (
    <>
      <Discount order={debt} language={language} />
      {own.paymentInstructions !== null && <Prose text={own.paymentInstructions} />}
      <p class="quiet">
        <Sentence text={own.paymentInstructions === null ? words.payOffline(GAP) : words.nameOrder(GAP)}>
          <b>{debt.number}</b>
        </Sentence>
      </p>
    </>
  ) : (
    <>
      <Discount order={debt} language={language} />
      <p>
        <a class="button" href={url} rel="noopener noreferrer">
          {words.payNow(moneyOf(debt.total, debt.currency, language))}
        </a>
      </p>
    </>
  )
}

/** Whether all guests have given up their seats, but the payment wasn't refunded in full. */
const isPaidInVain = ({ guest, party }: OwnRegistration, { status, net }: NonNullable<OwnRegistration['order']>) =>
  (status === 'PAID' || status === 'PARTIALLY_REFUNDED') &&
  net > 0 &&
  (party?.guests.map((one) => one.guest) ?? [guest]).every(
    (one) => one.status === 'CANCELLED' || one.status === 'DECLINED',
  )

export const OrderSection = ({ own, language }: { own: OwnRegistration; language: Language }) => {
  const { order } = own
  if (order === null || order.currency === null) return null
  const words = language.words.guest
  const kind = ORDER_WORDS[order.status]
  return (
    <section class="order">
      <h2>{words.order(order.number)}</h2>
      {debtOf(own) === null && <Discount order={order} language={language} />}
      <p class="sum">
        <span>{kind === undefined ? order.status : words[kind]}</span>
        <b>
          <bdi>{moneyOf(order.total, order.currency, language)}</bdi>
        </b>
      </p>
      {order.refunded > 0 && (
        <p class="quiet">{words.refundedAmount(moneyOf(order.refunded, order.currency, language))}</p>
      )}
      {isPaidInVain(own, order) && <p>{words.paidBefore(moneyOf(order.net, order.currency, language))}</p>}
    </section>
  )
}
