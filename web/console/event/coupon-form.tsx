import { useState } from 'hono/jsx/dom'
import type { CouponAnswer, EventAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, faultOf, Form, OtherFault, SelectField, Send, TextField } from '../parts/fields.tsx'
import { majorOf, minorOf } from '../parts/words.ts'

export const CouponForm = ({
  session,
  event,
  coupon,
  close,
  saved,
}: {
  session: CalendarSession
  /** The one that it is made for; without it, it is good for all. */
  event: EventAnswer | null
  coupon: CouponAnswer | null
  close: () => void
  saved: () => Promise<void>
}) => {
  const known = event?.tickets.find((ticket) => ticket.currency !== null)?.currency ?? 'EUR'
  const [fields, setFields] = useState({
    code: coupon?.code ?? '',
    type: coupon?.discountType ?? ('PERCENT' as const),
    percent: coupon?.percentOff === null || coupon === null ? '' : String(coupon.percentOff),
    amount: coupon?.amountOff === null || coupon === null ? '' : majorOf(coupon.amountOff, coupon.currency ?? known),
    currency: coupon?.currency ?? known,
    most: coupon?.maxRedemptions === null || coupon === null ? '' : String(coupon.maxRedemptions),
    seats: coupon?.maxDiscountedSeats === null || coupon === null ? '' : String(coupon.maxDiscountedSeats),
    isHere: coupon === null ? event !== null : coupon.eventId !== null,
    isActive: coupon?.isActive ?? true,
  })
  const work = useWork()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
  const path = `/calendars/${session.calendar.slug}/coupons`
  const send = () =>
    void work
      .run(async () => {
        const isPercent = fields.type === 'PERCENT'
        const body = {
          code: fields.code,
          discountType: fields.type,
          ...(isPercent
            ? { percentOff: Number(fields.percent) }
            : { amountOff: minorOf(fields.amount, fields.currency) ?? Number.NaN, currency: fields.currency }),
          maxRedemptions: fields.most.trim() === '' ? null : Number(fields.most),
          maxDiscountedSeats: fields.seats.trim() === '' ? null : Number(fields.seats),
          eventId: fields.isHere ? (coupon?.eventId ?? event?.id ?? null) : null,
          isActive: fields.isActive,
        }
        await (coupon === null ? session.api.post(path, body) : session.api.patch(`${path}/${coupon.id}`, body))
        await saved()
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={coupon === null ? 'New coupon' : `Edit ${coupon.code}`} close={close}>
      <Form send={send}>
        <TextField
          label="Code"
          value={fields.code}
          set={(code) => set({ code: code.toUpperCase() })}
          isFocused
          fault={faultOf(work, 'code')}
        />
        <div class="fields">
          <SelectField
            label="Takes off"
            value={fields.type}
            set={(type) => set({ type })}
            options={[
              { value: 'PERCENT', label: 'a part' },
              { value: 'AMOUNT', label: 'an amount' },
            ]}
          />
          {fields.type === 'PERCENT' ? (
            <TextField
              key="percent"
              label="Percent"
              type="number"
              min={1}
              max={100}
              value={fields.percent}
              set={(percent) => set({ percent })}
              fault={faultOf(work, 'percentOff')}
            />
          ) : (
            <TextField
              key="amount"
              label={`Amount in ${fields.currency}`}
              inputmode="decimal"
              value={fields.amount}
              set={(amount) => set({ amount })}
              fault={faultOf(work, 'amountOff')}
            />
          )}
          <TextField
            label="Uses"
            aside="empty: no limit"
            type="number"
            min={1}
            value={fields.most}
            set={(most) => set({ most })}
            fault={faultOf(work, 'maxRedemptions')}
          />
          <TextField
            label="Seats of an order"
            aside="empty: all"
            type="number"
            min={1}
            max={MAX_PARTY_SIZE}
            value={fields.seats}
            set={(seats) => set({ seats })}
            fault={faultOf(work, 'maxDiscountedSeats')}
          />
        </div>
        {event !== null && (
          <CheckField label="For this event alone" value={fields.isHere} set={(isHere) => set({ isHere })} />
        )}
        <CheckField label="Active" value={fields.isActive} set={(isActive) => set({ isActive })} />
        <OtherFault work={work} fields={['code', 'percentOff', 'amountOff', 'maxRedemptions', 'maxDiscountedSeats']} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{coupon === null ? 'Make it' : 'Save'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
