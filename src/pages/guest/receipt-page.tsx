import { notFound } from '../../kernel/failure.ts'
import { Said } from '../../presentation/markup.tsx'
import { moneyOf } from '../../presentation/price.ts'
import { percentOf } from '../../presentation/refund-policy.ts'
import { whenOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import type { HtmlPage } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { Icon } from '../parts/icon.tsx'
import { ownIn, ownPathOf, ownReading, ownWhose, readOwn, secretly } from './own-page.tsx'

type OwnOrder = NonNullable<OwnRegistration['order']>

/** The order whose payment can be confirmed, also after refunds, or null. */
export const confirmedOrderOf = ({ order }: OwnRegistration) =>
  order !== null &&
  order.paidAt !== null &&
  order.currency !== null &&
  order.payment.status === 'PAID' &&
  order.total > 0
    ? { ...order, paidAt: order.paidAt, currency: order.currency }
    : null

/** Each ticket, each add-on and the service fee, with what they cost after discounts. */
const linesOf = ({ items, addons, fee }: OwnOrder, { words }: Language) => [
  ...items.map(({ ticketName, quantity, total }) => ({ name: ticketName, quantity, amount: total })),
  ...[...Map.groupBy(addons, ({ addonId }) => addonId).values()].map((alike) => ({
    name: alike[0]?.name ?? '',
    quantity: alike.reduce((count, { quantity }) => count + quantity, 0),
    amount: alike.reduce((amount, { total }) => amount + total, 0),
  })),
  ...(fee > 0 ? [{ name: words.papers.fee, quantity: 1, amount: fee }] : []),
]

const Receipt = ({
  own,
  order,
  language,
}: {
  own: OwnRegistration
  order: NonNullable<ReturnType<typeof confirmedOrderOf>>
  language: Language
}) => {
  const { papers, ticket, guest } = language.words
  const money = (minor: number) => <bdi>{moneyOf(minor, order.currency, language)}</bdi>
  const { paidOn } = order.payment
  const paid = new Intl.DateTimeFormat(language.format, {
    dateStyle: 'long',
    timeZone: paidOn === null ? own.calendar.timezone : 'UTC',
  }).format(Date.parse(paidOn ?? order.paidAt))
  return (
    <article class="paper">
      <div class="ends">
        <b>
          <Said text={own.calendar.name} />
        </b>
        <div>
          <span class="quiet">{papers.to}</span>
          <br />
          <Said text={`${order.buyer.firstName} ${order.buyer.lastName}`.trim()} />
          <br />
          <bdi dir="ltr">{order.buyer.email}</bdi>
        </div>
      </div>
      <header>
        <h1>{papers.receipt}</h1>
        <p>
          {papers.order}: <bdi>{order.number}</bdi>
          <br />
          <Said text={own.event.title} />
          <br />
          {whenOf(own.event, language).days}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{papers.item}</th>
            <th scope="col">{papers.quantity}</th>
            <th scope="col">{papers.amount}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(order, language).map(({ name, quantity, amount }) => (
            <tr>
              <td>
                <Said text={name} />
              </td>
              <td>{quantity} ×</td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {order.taxes.map(({ name, rate, tax }) => (
            <tr>
              <th scope="row" colspan={2}>
                <Said text={ticket.includesTax(percentOf(rate / 100, language), name)} />
              </th>
              <td>{money(tax)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colspan={2}>
              {papers.total}
            </th>
            <td>{money(order.total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>{papers.paid(paid)}</p>
      {order.refunded > 0 && <p>{guest.refundedAmount(moneyOf(order.refunded, order.currency, language))}</p>}
      <p class="quiet">{papers.noInvoice}</p>
    </article>
  )
}

/** Confirms the payment of an order, for printing. It has no number of a series, so every paid order has one. */
export const receiptPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken/receipt',
  show: async (visit) => {
    const { data: found } = await readOwn(visit)
    const order = confirmedOrderOf(found)
    if (order === null) throw notFound()
    const reading = ownReading(visit, found)
    const { language } = reading
    const { words } = language
    const own = ownIn(found, language.locale)
    return secretly(own, {
      ...reading,
      title: words.papers.receipt,
      body: (
        <Frame whose={{ ...ownWhose(own), href: null }} path={`${ownPathOf(visit)}/receipt`} reading={reading}>
          <main id="main" class="page narrow stack">
            <Receipt own={own} order={order} language={language} />
            <p class="row">
              <button class="button plain" type="button" data-prints>
                <Icon name="print" />
                <span>{words.frame.print}</span>
              </button>
              <a class="button plain" href={`${ownPathOf(visit)}${visit.url.search}`}>
                {words.doubt.back}
              </a>
            </p>
          </main>
        </Frame>
      ),
    })
  },
}
