import type { TicketAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { AskDelete } from '../parts/ask-delete.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, LongField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { RefundRuleFields } from '../parts/refund-rule.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useOpened } from '../parts/state.ts'
import { majorOf, minorOf, wallOf } from '../parts/words.ts'
import { refundRuleWords } from '../words/en/refund-rule.ts'
import { termsWords } from '../words/en/terms.ts'
import { ticketsWords } from '../words/en/tickets.ts'
import type { EventSession } from './event-frame.tsx'
import { TaxRateField } from './tax-rate-field.tsx'

/** Highest price of the API. The form leaves the field blank instead. */
const MAX_PRICE = 100_000_000

const amountOrBlank = (ticket: TicketAnswer | null, minor: number | null, currency: string) =>
  minor === null ? '' : majorOf(minor, ticket?.currency ?? currency)

const fieldsOf = (ticket: TicketAnswer | null, zone: string, currency: string) => ({
  name: ticket?.name ?? '',
  description: ticket?.description ?? '',
  price: ticket === null || ticket.price === 0 ? '' : majorOf(ticket.price, ticket.currency ?? currency),
  currency: ticket?.currency ?? currency,
  isChosen: ticket?.priceMode === 'CHOSEN',
  suggestedPrice: amountOrBlank(ticket, ticket?.suggestedPrice ?? null, currency),
  maxPrice: amountOrBlank(ticket, ticket?.maxPrice === MAX_PRICE ? null : (ticket?.maxPrice ?? null), currency),
  capacity: ticket?.capacity === null || ticket === null ? '' : String(ticket.capacity),
  minPerOrder: String(ticket?.minPerOrder ?? 1),
  maxPerOrder: String(ticket?.maxPerOrder ?? MAX_PARTY_SIZE),
  salesStartAt: wallOf(ticket?.salesStartAt ?? null, zone),
  salesEndAt: wallOf(ticket?.salesEndAt ?? null, zone),
  requiresApproval: ticket?.requiresApproval ?? false,
  isHidden: ticket?.isHidden ?? false,
  isPaused: ticket?.status === 'PAUSED',
  taxRateId: ticket?.taxRateId ?? '',
  priceIsNet: false,
  refundPolicy: ticket?.refundPolicy ?? null,
})

export const TicketSheet = ({
  tab: { session, event, asked },
  ticket,
  close,
}: {
  tab: EventSession
  ticket: TicketAnswer | null
  close: () => void
}) => {
  const words = ticketsWords().sheet
  const { deletion } = ticketsWords()
  const terms = termsWords()
  const known = event.tickets.find(({ currency }) => currency !== null)?.currency ?? session.calendar.currency
  const work = useWork()
  const { values, set, field, shown, orNull, numberOrNull } = useFields(
    () => fieldsOf(ticket, event.timezone, known),
    work,
  )
  const [isLeaving, leave] = useOpened(false)
  const path = `/events/${event.id}/tickets`
  const save = () =>
    void work
      .run(async () => {
        const amountOf = (text: string) => (text.trim() === '' ? null : (minorOf(text, values.currency) ?? Number.NaN))
        const { isChosen } = values
        const minor = amountOf(values.price) ?? 0
        const isFree = minor === 0 && !isChosen
        const body = {
          name: values.name,
          description: orNull('description'),
          type: isFree ? 'FREE' : 'PAID',
          price: minor,
          currency: isFree ? null : values.currency,
          priceMode: isChosen ? 'CHOSEN' : 'FIXED',
          ...(isChosen && {
            suggestedPrice: amountOf(values.suggestedPrice),
            maxPrice: amountOf(values.maxPrice),
          }),
          capacity: numberOrNull('capacity'),
          minPerOrder: Number(values.minPerOrder),
          maxPerOrder: Number(values.maxPerOrder),
          salesStartAt: orNull('salesStartAt'),
          salesEndAt: orNull('salesEndAt'),
          requiresApproval: values.requiresApproval,
          isHidden: values.isHidden,
          taxRateId: orNull('taxRateId'),
          ...(values.priceIsNet && { priceIsNet: true }),
          refundPolicy: values.refundPolicy,
          ...(ticket === null && !values.isPaused ? {} : { status: values.isPaused ? 'PAUSED' : 'ON_SALE' }),
        }
        await (ticket === null ? session.api.post(path, body) : session.api.patch(`${path}/${ticket.id}`, body))
        await asked.again()
        session.toast(ticket === null ? words.created : words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Sheet
      label={ticket?.name ?? words.newTicket}
      position={ticket === null ? words.newTicket : terms.ticket}
      close={close}
    >
      <Form send={save}>
        <TextField label={terms.name} look="large" {...field('name')} isFocused={ticket === null} />
        <LongField label={words.description} aside={terms.optional} rows={2} {...field('description')} />
        <div class="fields">
          <TextField
            label={values.isChosen ? words.priceAtLeast : words.price}
            aside={values.isChosen ? undefined : words.blankIsFree}
            inputmode="decimal"
            {...field('price', 'price', 'minPrice', 'type')}
          />
          <TextField
            label={words.currency}
            {...field('currency')}
            set={(currency) => set({ currency: currency.toUpperCase() })}
          />
          <TextField label={words.seats} aside={words.blankIsUnlimited} type="number" min={1} {...field('capacity')} />
        </div>
        <CheckField label={words.buyersChoose} hint={words.buyersChooseHint} {...field('isChosen', 'priceMode')} />
        {values.isChosen && (
          <div class="fields">
            <TextField
              label={words.priceSuggested}
              aside={terms.optional}
              inputmode="decimal"
              {...field('suggestedPrice')}
            />
            <TextField
              label={words.priceAtMost}
              aside={words.blankIsNoLimit}
              inputmode="decimal"
              {...field('maxPrice')}
            />
          </div>
        )}
        <div class="fields">
          <TextField label={words.onSaleFrom} type="datetime-local" {...field('salesStartAt')} />
          <TextField label={words.onSaleUntil} type="datetime-local" {...field('salesEndAt')} />
        </div>
        <div class="fields">
          {(['minPerOrder', 'maxPerOrder'] as const).map((name) => (
            <TextField key={name} label={words[name]} type="number" min={1} max={MAX_PARTY_SIZE} {...field(name)} />
          ))}
        </div>
        <TaxRateField
          session={session}
          {...field('taxRateId')}
          price={{ typed: values.price, currency: values.currency, net: field('priceIsNet') }}
        />
        {(values.price.trim() !== '' || values.isChosen) && (
          <RefundRuleFields
            label={refundRuleWords().ofTicket}
            hint={refundRuleWords().ofTicketHint}
            currency={values.currency}
            {...field('refundPolicy', 'refundPolicy.steps', 'refundPolicy')}
          />
        )}
        <CheckField label={words.requireApproval} {...field('requiresApproval')} />
        <CheckField label={words.hidden} hint={words.hiddenHint} {...field('isHidden')} />
        <CheckField label={words.paused} hint={words.pausedHint} {...field('isPaused', 'status')} />
        <OtherFault work={work} fields={shown} />
        <div class="row">
          <Send work={work}>
            {ticket === null ? words.create : words.save} <SendKey />
          </Send>
          {ticket !== null && (
            <button type="button" class="button bare bad push" onClick={() => leave(true)}>
              {words.delete}
            </button>
          )}
        </div>
      </Form>
      {isLeaving && ticket !== null && (
        <AskDelete
          api={session.api}
          path={`${path}/${ticket.id}`}
          title={deletion.title(ticket.name)}
          action={deletion.action}
          close={() => leave(false)}
          deleted={async () => {
            await asked.again()
            close()
          }}
        >
          {deletion.hint}
        </AskDelete>
      )}
    </Sheet>
  )
}
