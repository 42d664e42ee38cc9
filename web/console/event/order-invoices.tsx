import type { DocumentAnswer, EventAnswer, One, OrderAnswer, PageOf, SellerAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { useOpened } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { nameOf } from '../parts/words.ts'
import { countryOptions } from '../screens/countries.ts'
import { DocumentLines } from '../screens/documents.tsx'
import { documentsWords } from '../words/en/documents.ts'
import { termsWords } from '../words/en/terms.ts'

const TEXTS = [
  'name',
  'company',
  'line1',
  'line2',
  'postalCode',
  'city',
  'country',
  'vatId',
  'reference',
  'email',
] as const

const MAX_DOCUMENTS = 100

/** Asks for the buyer's address. An invoice with other data is corrected by a credit note and a new invoice. */
const IssueInvoice = ({
  session,
  event,
  order,
  last,
  close,
  done,
}: {
  session: CalendarSession
  event: EventAnswer
  order: OrderAnswer
  last: DocumentAnswer | undefined
  close: () => void
  done: () => Promise<void>
}) => {
  const words = documentsWords()
  const terms = termsWords()
  const work = useWork()
  const known = { ...last?.buyer, name: last?.buyer?.name ?? nameOf(order.buyer) }
  const { values, field, shown, orNull } = useFields(
    Object.fromEntries(TEXTS.map((name) => [name, known[name] ?? ''])) as Record<(typeof TEXTS)[number], string>,
    work,
  )
  const sellerPath = `/calendars/${session.calendar.slug}/seller`
  const seller = useAsked(async () => (await session.api.get<One<SellerAnswer>>(sellerPath)).data, [sellerPath]).data
  const isSmall =
    seller !== null && order.currency === seller.simplifiedCurrency && order.total <= seller.simplifiedUpTo
  const text = (name: (typeof TEXTS)[number], isRequired = false) => (
    <TextField
      label={name === 'name' ? words.buyerName : words[name]}
      required={isRequired}
      {...(isRequired ? {} : { aside: terms.optional })}
      {...field(name)}
    />
  )
  const send = () =>
    void work
      .run(async () => {
        await session.api.post(
          `/events/${event.id}/orders/${order.id}/documents`,
          Object.fromEntries(TEXTS.map((name) => [name, orNull(name)])),
        )
        await done()
        session.toast(order.paidAt === null ? words.issuedLater : words.issued)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={last === undefined ? words.issueFor(order.number) : words.correctFor(last.number)} close={close}>
      <Form send={send}>
        {last !== undefined && <p class="soft">{words.correctMeans}</p>}
        {text('name', true)}
        {text('company')}
        <div class="fields">
          {text('line1', !isSmall)}
          {text('line2')}
          {text('postalCode')}
          {text('city', !isSmall)}
        </div>
        <SelectField label={words.country} {...field('country')} options={countryOptions(values.country)} />
        <div class="fields">
          {text('vatId')}
          {text('reference')}
          {text('email')}
        </div>
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>{last === undefined ? words.issue : words.correct}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** The invoices and credit notes of an order, and a form to issue or correct its invoice. */
export const OrderInvoices = ({
  session,
  event,
  order,
}: {
  session: CalendarSession
  event: EventAnswer
  order: OrderAnswer
}) => {
  const words = documentsWords()
  const [isAsking, ask] = useOpened(false)
  const read = () =>
    session.api.get<PageOf<DocumentAnswer>>(`/calendars/${session.calendar.slug}/documents`, {
      orderId: order.id,
      limit: MAX_DOCUMENTS,
    })
  const asked = useAsked(read, [order.id, order.status, order.refunded])
  const documents = asked.data?.data ?? []
  const last = documents.find(({ kind, refundId }) => kind === 'INVOICE' && refundId === null)
  const canIssue = ['PENDING', 'PAID', 'PARTIALLY_REFUNDED'].includes(order.status)
  if (order.total === 0 || (documents.length === 0 && !canIssue)) return null
  return (
    <section>
      <h3>{words.title}</h3>
      <DocumentLines session={session} documents={documents} />
      {canIssue && asked.data !== null && (
        <button type="button" class="button plain small" onClick={() => ask(true)}>
          {last === undefined ? words.issueNow : words.correctNow}
        </button>
      )}
      {isAsking && (
        <IssueInvoice
          key="issue"
          session={session}
          event={event}
          order={order}
          last={last}
          close={() => ask(false)}
          done={asked.again}
        />
      )}
    </section>
  )
}
