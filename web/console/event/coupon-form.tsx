import type { CouponAnswer, EventAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { majorOf, minorOf } from '../parts/words.ts'

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
  const known = event?.tickets.find((ticket) => ticket.currency !== null)?.currency ?? 'EUR'
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
      isHere: coupon === null ? event !== null : coupon.eventId !== null,
      isActive: coupon?.isActive ?? true,
    },
    work,
  )
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
          isActive: values.isActive,
        }
        await (coupon === null ? session.api.post(path, body) : session.api.patch(`${path}/${coupon.id}`, body))
        await saved()
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={coupon === null ? 'New coupon' : `Edit ${coupon.code}`} close={close}>
      <Form send={send}>
        <TextField label="Code" {...field('code')} set={(code) => set({ code: code.toUpperCase() })} isFocused />
        <div class="fields">
          <SelectField
            label="Discount"
            {...field('discountType')}
            options={[
              { value: 'PERCENT', label: 'percentage' },
              { value: 'AMOUNT', label: 'fixed amount' },
            ]}
          />
          {values.discountType === 'PERCENT' ? (
            <TextField key="percent" label="Percent" type="number" min={1} max={100} {...field('percentOff')} />
          ) : (
            <TextField
              key="amount"
              label={`Amount in ${values.currency}`}
              inputmode="decimal"
              {...field('amountOff')}
            />
          )}
          <TextField label="Uses" aside="blank = unlimited" type="number" min={1} {...field('maxRedemptions')} />
          <TextField
            label="Discounted seats per order"
            aside="blank = all"
            type="number"
            min={1}
            max={MAX_PARTY_SIZE}
            {...field('maxDiscountedSeats')}
          />
        </div>
        {event !== null && <CheckField label="Only for this event" {...field('isHere')} />}
        <CheckField label="Active" {...field('isActive')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{coupon === null ? 'Create coupon' : 'Save coupon'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
