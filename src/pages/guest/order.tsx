import type { Child } from 'hono/jsx'
import { inGroupsOfFour } from '../../kernel/bank-transfer.ts'
import { paymentTextOf } from '../../presentation/payment-rows.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { safeUrl } from '../links.ts'
import { Prose } from '../parts/prose.tsx'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { Discount, Fee, OrderLines, Taxes } from './order-lines.tsx'
import { confirmedOrderOf } from './receipt-page.tsx'
import { debtOf, isTakingPlace } from './words.ts'

type OrderWord = 'unpaid' | 'processing' | 'paid' | 'expired' | 'orderCancelled' | 'refundedInPart' | 'refunded'

const ORDER_WORDS: Readonly<Record<string, OrderWord>> = {
  PENDING: 'unpaid',
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'orderCancelled',
  PARTIALLY_REFUNDED: 'refundedInPart',
  REFUNDED: 'refunded',
}

/** One row of the payment card. The button is hidden until a script can copy `copies`. */
const Row = ({
  label,
  copies,
  language: { words },
  children,
}: {
  label: string
  copies?: string
  language: Language
  children?: Child
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {copies !== undefined && (
        <button
          class="button plain small"
          type="button"
          hidden
          data-copies={copies}
          data-copied={words.guest.copied}
          aria-label={`${words.guest.copy}: ${label}`}
        >
          {words.guest.copy}
        </button>
      )}
    </dd>
  </div>
)

/** The figures of an amount, without its currency, as online banking forms expect them. */
const figuresOf = (amount: string) => amount.replaceAll(/[^\p{Nd}.,٫٬]/gu, '')

/** Returns the unpaid `OFFLINE` order that `PaymentCard` shows, or null. */
const offlineDebtOf = (own: OwnRegistration) => {
  const debt = debtOf(own)
  return debt === null || !isTakingPlace(own.event) || safeUrl(debt.payment.url) !== null ? null : debt
}

/** How to pay an `OFFLINE` order: amount, deadline, reference, account details and the organiser's other words. */
export const PaymentCard = ({
  own,
  apiPath,
  language,
}: {
  own: OwnRegistration
  apiPath: string
  language: Language
}) => {
  const debt = offlineDebtOf(own)
  if (debt === null) return null
  const words = language.words.guest
  const amount = moneyOf(debt.total - debt.payment.received, debt.currency, language)
  const { bank } = debt.payment
  const reference = bank === null ? debt.number : (debt.payment.reference ?? debt.number)
  const instructions = own.paymentInstructions === null ? null : paymentTextOf(withoutTurns(own.paymentInstructions))
  return (
    <section class="card payment" aria-labelledby="payment">
      <h2 id="payment">{words.howToPay}</h2>
      {bank !== null && <p>{words.transferExactly(amount)}</p>}
      {bank !== null && debt.currency === 'EUR' && (
        <figure class="code">
          <img src={`/api${apiPath}/payment-qr`} width="222" height="222" alt={words.bankCode} />
          <figcaption class="quiet">{words.scanToPay}</figcaption>
        </figure>
      )}
      <dl>
        <Row label={words.amount} copies={figuresOf(amount)} language={language}>
          <b>
            <bdi>{amount}</bdi>
          </b>
        </Row>
        {debt.expiresAt !== null && (
          <Row label={words.due} language={language}>
            <span>{momentOf(debt.expiresAt, own.event.timezone, language)}</span>
          </Row>
        )}
        {bank !== null && (
          <>
            <Row label={words.accountHolder} copies={bank.holder} language={language}>
              <bdi>{bank.holder}</bdi>
            </Row>
            <Row label="IBAN" copies={bank.iban} language={language}>
              <bdi>{inGroupsOfFour(bank.iban)}</bdi>
            </Row>
            {bank.bic !== null && (
              <Row label="BIC" copies={bank.bic} language={language}>
                <bdi>{bank.bic}</bdi>
              </Row>
            )}
          </>
        )}
        <Row label={words.reference} copies={reference} language={language}>
          <code>
            <bdi>{bank === null ? reference : inGroupsOfFour(reference)}</bdi>
          </code>
        </Row>
        {instructions?.rows.map(([label, value]) => (
          <Row label={label} copies={value} language={language}>
            <bdi>{value}</bdi>
          </Row>
        ))}
      </dl>
      <OrderLines order={debt} language={language} />
      <Fee order={debt} language={language} />
      <Discount order={debt} language={language} />
      <Taxes order={debt} language={language} />
      {bank !== null ? null : instructions === null ? (
        <p class="quiet">
          <Sentence text={words.payOffline(GAP)}>
            <b>{debt.number}</b>
          </Sentence>
        </p>
      ) : (
        instructions.text !== null && <Prose text={instructions.text} />
      )}
    </section>
  )
}

/** The button that opens the checkout page of a `STRIPE` order. */
export const PayButton = ({ own, language }: { own: OwnRegistration; language: Language }) => {
  const debt = debtOf(own)
  const url = debt === null ? null : safeUrl(debt.payment.url)
  if (debt === null || url === null || !isTakingPlace(own.event)) return null
  return (
    <>
      <OrderLines order={debt} language={language} />
      <Fee order={debt} language={language} />
      <Discount order={debt} language={language} />
      <p>
        <a class="button" href={url} rel="noopener noreferrer">
          {language.words.mail.pay(moneyOf(debt.total, debt.currency, language))}
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

/** The order's number, state and amount. `PaymentCard` already shows them for an unpaid `OFFLINE` order. */
export const OrderSection = ({
  own,
  path,
  language,
}: {
  own: OwnRegistration
  /** Returns a path below this page, keeping the query string. */
  path: (rest: string) => string
  language: Language
}) => {
  const { order } = own
  if (order === null || order.currency === null || offlineDebtOf(own) !== null) return null
  const words = language.words.guest
  // No one needs to pay for a cancelled event, although the order is still open.
  const kind =
    own.event.status === 'CANCELLED' && debtOf(own) !== null
      ? 'orderCancelled'
      : order.payment.status === 'PROCESSING'
        ? 'processing'
        : ORDER_WORDS[order.status]
  return (
    <section class="order">
      <h2>{words.order(order.number)}</h2>
      {debtOf(own) === null && <OrderLines order={order} language={language} />}
      {debtOf(own) === null && <Fee order={order} language={language} />}
      {debtOf(own) === null && <Discount order={order} language={language} />}
      <p class="sum">
        <span>{kind === undefined ? order.status : words[kind]}</span>
        <b>
          <bdi>{moneyOf(order.total, order.currency, language)}</bdi>
        </b>
      </p>
      <Taxes order={order} language={language} />
      {order.refunded > 0 && (
        <p class="quiet">{words.refundedAmount(moneyOf(order.refunded, order.currency, language))}</p>
      )}
      {(order.paidAt !== null || (order.status === 'PENDING' && kind !== 'orderCancelled')) && (
        <p>
          <a href={path('/documents')}>{language.words.papers.link}</a>
          {confirmedOrderOf(own) !== null && (
            <>
              {'\u00a0· '}
              <a href={path('/receipt')}>{language.words.papers.receipt}</a>
            </>
          )}
        </p>
      )}
      {isPaidInVain(own, order) && <p>{words.paidBefore(moneyOf(order.net, order.currency, language))}</p>}
    </section>
  )
}
