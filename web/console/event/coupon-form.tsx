import type { CouponAnswer, EventAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, ChecksField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { instantOf, majorOf, minorOf, wallOf } from '../parts/words.ts'
import { couponsWords } from '../words/en/coupons.ts'
import { termsWords } from '../words/en/terms.ts'

export const CouponForm = ({
  session,
  event,
  coupon,
  close,
  saved,
}: {
  session: CalendarSession
  /** The event to which a new coupon can be limited. Null on the calendar's screen. */
  event: EventAnswer | null
  coupon: CouponAnswer | null
  close: () => void
  saved: () => Promise<void>
}) => {
  const { form: words, new: newTitle } = couponsWords()
  const zone = event?.timezone ?? session.calendar.timezone
  const known = event?.tickets.find((ticket) => ticket.currency !== null)?.currency ?? session.calendar.currency
  const work = useWork()
  const { values, set, field, shown, numberOrNull } = useFields(
    {
      code: coupon?.code ?? '',
      discountType: coupon?.discountType ?? ('PERCENT' as const),
      percentOff: coupon?.percentOff === null || coupon === null ? '' : String(coupon.percentOff),
      amountOff:
        coupon?.amountOff === null || coupon === null ? '' : majorOf(coupon.amountOff, coupon.currency ?? known),
      currency: coupon?.currency ?? known,
      maxRedemptions: coupon?.maxRedemptions === null || coupon === null ? '' : String(coupon.maxRedemptions),
      maxDiscountedSeats:
        coupon?.maxDiscountedSeats === null || coupon === null ? '' : String(coupon.maxDiscountedSeats),
      validFrom: wallOf(coupon?.validFrom ?? null, zone),
      validUntil: wallOf(coupon?.validUntil ?? null, zone),
      ticketIds: coupon?.ticketIds ?? [],
      isHere: coupon === null ? event !== null : coupon.eventId !== null,
      isActive: coupon?.isActive ?? true,
    },
    work,
  )
  // Tickets of other events, which a coupon of the whole calendar may name and this form doesn't show.
  const elsewhere = values.ticketIds.filter((id) => event?.tickets.every((ticket) => ticket.id !== id))
  /** A time that wasn't edited isn't sent, because the input cuts off its seconds. */
  const period = (name: 'validFrom' | 'validUntil') =>
    values[name] === wallOf(coupon?.[name] ?? null, zone) ? {} : { [name]: instantOf(values[name], zone) }
  const path = `/calendars/${session.calendar.slug}/coupons`
  const send = () =>
    void work
      .run(async () => {
        const isPercent = values.discountType === 'PERCENT'
        const body = {
          code: values.code,
          discountType: values.discountType,
          ...(isPercent
            ? { percentOff: Number(values.percentOff) }
            : { amountOff: minorOf(values.amountOff, values.currency) ?? Number.NaN, currency: values.currency }),
          maxRedemptions: numberOrNull('maxRedemptions'),
          maxDiscountedSeats: numberOrNull('maxDiscountedSeats'),
          eventId: values.isHere ? (coupon?.eventId ?? event?.id ?? null) : null,
          ...period('validFrom'),
          ...period('validUntil'),
          ...(event === null ? {} : { ticketIds: values.isHere ? values.ticketIds : elsewhere }),
          isActive: values.isActive,
        }
        await (coupon === null ? session.api.post(path, body) : session.api.patch(`${path}/${coupon.id}`, body))
        await saved()
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={coupon === null ? newTitle : words.editTitle(coupon.code)} close={close}>
      <Form send={send}>
        <TextField label={words.code} {...field('code')} set={(code) => set({ code: code.toUpperCase() })} isFocused />
        <div class="fields">
          <SelectField
            label={words.discount}
            {...field('discountType')}
            options={[
              { value: 'PERCENT', label: words.discounts.PERCENT },
              { value: 'AMOUNT', label: words.discounts.AMOUNT },
            ]}
          />
          {values.discountType === 'PERCENT' ? (
            <TextField key="percent" label={words.percent} type="number" min={1} max={100} {...field('percentOff')} />
          ) : (
            <TextField
              key="amount"
              label={words.amountIn(values.currency)}
              inputmode="decimal"
              {...field('amountOff', 'amountOff', 'currency')}
            />
          )}
          <TextField
            label={words.uses}
            aside={words.blankUnlimited}
            type="number"
            min={1}
            {...field('maxRedemptions')}
          />
          <TextField
            label={words.seats}
            aside={words.blankAll}
            type="number"
            min={1}
            max={MAX_PARTY_SIZE}
            {...field('maxDiscountedSeats')}
          />
        </div>
        <div class="fields">
          <TextField
            label={words.validFrom}
            aside={words.blankNow}
            type="datetime-local"
            {...field('validFrom')}
            hint={words.times(zone)}
          />
          <TextField label={words.validUntil} aside={words.blankNoEnd} type="datetime-local" {...field('validUntil')} />
        </div>
        {event !== null && <CheckField label={words.onlyHere} {...field('isHere', 'eventId')} />}
        {event !== null && values.isHere && event.tickets.length > 1 && (
          <ChecksField
            label={words.tickets}
            hint={words.ticketsHint}
            {...field('ticketIds')}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <CheckField label={words.active} {...field('isActive')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{coupon === null ? words.create : words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
