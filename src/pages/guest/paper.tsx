import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { moneyOf } from '../../presentation/price.ts'
import { percentOf } from '../../presentation/refund-policy.ts'
import type { Language, Words } from '../../words/words.ts'
import type { Paper } from '../asking.ts'

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
