import { useState } from 'hono/jsx/dom'
import type { CouponAnswer, EventAnswer, PageOf } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf } from '../parts/words.ts'
import { CouponForm } from './coupon-form.tsx'

const COUPONS: Record<CouponAnswer['status'], ChipLook> = {
  ACTIVE: { mark: 'disc', tone: 'good', words: 'Active' },
  SCHEDULED: { mark: 'clock', tone: 'plain', words: 'Scheduled' },
  EXPIRED: { mark: 'ring', tone: 'plain', words: 'Expired' },
  EXHAUSTED: { mark: 'full', tone: 'plain', words: 'Used up' },
  DISABLED: { mark: 'dotted', tone: 'warn', words: 'Inactive' },
}

const offOf = ({ discountType, percentOff, amountOff, currency }: CouponAnswer) =>
  discountType === 'PERCENT' ? `${String(percentOff)}% off` : `${moneyOf(amountOff ?? 0, currency)} off`

/** The calendar's coupons. If `event` is given, only those that apply to that event. */
export const Coupons = ({ session, event }: { session: CalendarSession; event: EventAnswer | null }) => {
  const { api, calendar } = session
  const [open, show] = useState<CouponAnswer | 'new' | null>(null)
  const [leaving, setLeaving] = useState<CouponAnswer | null>(null)
  const asked = useAsked(
    async () => (await api.get<PageOf<CouponAnswer>>(`/coupons/calendar/${calendar.slug}`, { limit: 100 })).data,
    [calendar.slug],
  )
  const mine = (coupons: readonly CouponAnswer[]) =>
    coupons.filter(({ eventId }) => event === null || eventId === null || eventId === event.id)
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">Coupons</h2>
        <button type="button" class="button plain" onClick={() => show('new')}>
          <Icon name="plus" /> New coupon
        </button>
      </header>
      <Shown
        asked={asked}
        rows={2}
        draw={(all) =>
          mine(all).length === 0 ? (
            <p class="soft">No coupons yet. A coupon gives a discount to anyone with the code.</p>
          ) : (
            <ul class="lines" aria-label="Coupons">
              {mine(all).map((coupon) => (
                <li key={coupon.id}>
                  <span class="grow">
                    <code>{coupon.code}</code> {offOf(coupon)}
                    <span class="under">
                      used {coupon.redeemedCount}
                      {coupon.maxRedemptions === null ? '' : ` of ${String(coupon.maxRedemptions)}`} times
                      {coupon.eventId === null ? ' · for every event' : event === null ? ' · for one event' : ''}
                      {coupon.validUntil === null ? '' : ` · until ${momentOf(coupon.validUntil)}`}
                    </span>
                  </span>
                  <Chip {...COUPONS[coupon.status]} />
                  <button
                    type="button"
                    class="button bare"
                    aria-label={`Edit ${coupon.code}`}
                    onClick={() => show(coupon)}
                  >
                    <Icon name="edit" />
                  </button>
                  <button
                    type="button"
                    class="button bare"
                    aria-label={`Delete ${coupon.code}`}
                    onClick={() => setLeaving(coupon)}
                  >
                    <Icon name="bin" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      />
      {open !== null && (
        <CouponForm
          key="coupon"
          session={session}
          event={event}
          coupon={open === 'new' ? null : open}
          close={() => show(null)}
          saved={asked.again}
        />
      )}
      {leaving !== null && (
        <Ask
          key="leaving"
          title={`Delete ${leaving.code}?`}
          action="Delete coupon"
          isDangerous
          close={() => setLeaving(null)}
          act={async () => {
            await api.delete(`/calendars/${calendar.slug}/coupons/${leaving.id}`)
            await asked.again()
          }}
        >
          <p>Orders that used it keep their discount.</p>
        </Ask>
      )}
    </section>
  )
}
