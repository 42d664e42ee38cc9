import type { Child } from 'hono/jsx'
import type { InvoiceBuyer, Seller } from '../kernel/document-facts.ts'
import type { Language, Words } from '../words/words.ts'
import { documentOf, InlineStyle, Said } from './markup.tsx'
import { moneyOf } from './price.ts'
import { percentOf } from './refund-policy.ts'

type Nullable<Of> = { [Name in keyof Of]-?: Exclude<Of[Name], undefined> | null }

/** An invoice or a credit note, as the API returns it. */
export interface Paper {
  kind: string
  number: string
  precedes: string | null
  refundId: string | null
  orderNumber: string
  issuedOn: string
  paidAt: string
  currency: string
  seller: Seller
  buyer: (Nullable<InvoiceBuyer> & { name: string }) | null
  event: { title: string; startsOn: string }
  lines: readonly {
    kind: string
    name: string | null
    quantity: number
    unitPrice: number
    discount: number
    gross: number
  }[]
  taxes: readonly { name: string; rate: number; reason: string | null; net: number; tax: number }[]
  net: number
  tax: number
  gross: number
}

export const titleOfPaper = ({ kind, number }: Paper, { papers }: Words) =>
  `${kind === 'INVOICE' ? papers.invoice : papers.creditNote} ${number}`

interface Shown {
  paper: Paper
  /** Time zone of the calendar, in which the document was issued. */
  timezone: string
  language: Language
}

const dayIn = (at: string, timeZone: string, { format }: Language) =>
  new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone }).format(Date.parse(at))

type Address = Pick<NonNullable<Paper['buyer']>, 'line1' | 'line2' | 'postalCode' | 'city' | 'country'>

const addressLines = ({ line1, line2, postalCode, city, country }: Address, { format }: Language) => [
  line1,
  line2,
  [postalCode, city].filter((part) => part !== null).join(' '),
  country === null ? null : (new Intl.DisplayNames(format, { type: 'region' }).of(country) ?? country),
]

/** U+2068 and U+2069 keep a text in order within Arabic text. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** An identifier reads from left to right, also in Arabic text. */
const Identifier = ({ label, text }: { label?: string; text: string }) => (
  <>
    {label !== undefined && `${label}: `}
    <bdi dir="ltr">{text}</bdi>
  </>
)

const Lines = ({ lines }: { lines: readonly (string | Child | null)[] }) => (
  <>
    {lines
      .filter((line) => line !== null && line !== '')
      .map((line, index) => (
        <>
          {index > 0 && <br />}
          {typeof line === 'string' ? <Said text={line} /> : line}
        </>
      ))}
  </>
)

const Parties = ({ paper: { seller, buyer }, language }: Shown) => {
  const { papers } = language.words
  return (
    <div class="ends">
      <address>
        <b>
          <Said text={seller.name} />
        </b>
        <br />
        <Lines
          lines={[
            ...addressLines(seller, language),
            seller.email,
            seller.phone === null ? null : <Identifier text={seller.phone} />,
            seller.vatId === null ? null : <Identifier label={papers.vatId} text={seller.vatId} />,
            seller.taxNumber === null ? null : <Identifier label={papers.taxNumber} text={seller.taxNumber} />,
            seller.registerEntry,
          ]}
        />
      </address>
      <div>
        <span class="quiet">{papers.to}</span>
        <address>
          {buyer === null ? (
            papers.erased
          ) : (
            <Lines
              lines={[
                buyer.company,
                buyer.name,
                ...addressLines(buyer, language),
                buyer.line1 === null ? buyer.email : null,
                buyer.vatId === null ? null : <Identifier label={papers.vatId} text={buyer.vatId} />,
                buyer.reference === null ? null : <Identifier label={papers.reference} text={buyer.reference} />,
              ]}
            />
          )}
        </address>
      </div>
    </div>
  )
}

const nameOfLine = ({ name, kind }: Paper['lines'][number], { papers }: Words) =>
  name ?? (kind === 'FEE' ? papers.fee : papers.refund)

export const Sheet = ({ paper, timezone, language }: Shown) => {
  const { words } = language
  const { papers } = words
  const money = (minor: number) => <bdi>{moneyOf(minor, paper.currency, language)}</bdi>
  return (
    <article class="paper">
      <Parties paper={paper} timezone={timezone} language={language} />
      <header>
        <h1>{titleOfPaper(paper, words)}</h1>
        <p>
          {papers.date}: {dayIn(`${paper.issuedOn}T12:00:00Z`, 'UTC', language)}
          <br />
          {papers.order}: <bdi>{paper.orderNumber}</bdi>
          <br />
          <Said text={paper.event.title} />
          <br />
          {dayIn(`${paper.event.startsOn}T12:00:00Z`, 'UTC', language)}
          {paper.precedes !== null && (
            <>
              <br />
              {papers.forDocument(paper.precedes)}
            </>
          )}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{papers.item}</th>
            <th scope="col">{papers.quantity}</th>
            <th scope="col">{papers.unitPrice}</th>
            <th scope="col">{papers.amount}</th>
          </tr>
        </thead>
        <tbody>
          {paper.lines.map((line) => (
            <tr>
              <td>
                <Said text={nameOfLine(line, words)} />
                {line.discount > 0 && (
                  <>
                    <br />
                    <span class="quiet">
                      {words.ticket.discount} {money(-line.discount)}
                    </span>
                  </>
                )}
              </td>
              <td>{line.quantity} ×</td>
              <td>{money(line.unitPrice)}</td>
              <td>{money(line.gross)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {paper.tax > 0 && (
            <tr>
              <th scope="row" colspan={3}>
                {papers.net}
              </th>
              <td>{money(paper.net)}</td>
            </tr>
          )}
          {paper.taxes.map(({ name, rate, net, tax, reason }) => (
            <tr>
              <th scope="row" colspan={3}>
                {papers.tax(
                  isolated(name),
                  percentOf(rate / 100, language),
                  isolated(moneyOf(net, paper.currency, language)),
                )}
                {reason !== null && (
                  <>
                    <br />
                    <Said text={reason} />
                  </>
                )}
              </th>
              <td>{money(tax)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colspan={3}>
              {papers.total}
            </th>
            <td>{money(paper.gross)}</td>
          </tr>
        </tfoot>
      </table>
      {paper.seller.smallBusiness && <p>{papers.smallBusiness}</p>}
      {paper.kind === 'INVOICE' && paper.refundId === null && (
        <p>{papers.paid(dayIn(paper.paidAt, timezone, language))}</p>
      )}
      {paper.seller.footer !== null && (
        <p class="quiet">
          <Said text={paper.seller.footer} />
        </p>
      )}
    </article>
  )
}

/** The same sheet as a file of its own, on A4. */
const STYLE = `
@page { size: A4; margin: 20mm }
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; font: 11pt/1.45 system-ui, sans-serif; color: #111; background: #fff }
.ends { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)) }
address { font-style: normal }
h1 { font-size: 18pt }
table { width: 100%; margin: 1rem 0; border-collapse: collapse }
th, td { padding: .4rem .2rem; border-bottom: 1px solid #bbb; text-align: start; vertical-align: top }
:is(th, td):not(:first-child) { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
tfoot :is(th, td) { font-weight: 400 }
tfoot tr:last-child :is(th, td) { border-bottom: 0; font-weight: 700 }
tr { break-inside: avoid }
.quiet { color: #555 }
@media print { body { max-width: none; margin: 0; padding: 0 } }
`

export const fileOfPaper = (shown: Shown) =>
  documentOf(
    <html lang={shown.language.locale} dir={shown.language.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{titleOfPaper(shown.paper, shown.language.words)}</title>
        <InlineStyle text={STYLE} />
      </head>
      <body>
        <Sheet {...shown} />
      </body>
    </html>,
  )
