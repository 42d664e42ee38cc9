import type { CouponAnswer, EventAnswer, PageOf } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { AskDelete } from '../parts/ask-delete.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf, numberOf } from '../parts/words.ts'
import { couponsWords } from '../words/en/coupons.ts'
import { CouponForm } from './coupon-form.tsx'

const LOOKS: Record<CouponAnswer['status'], Omit<ChipLook, 'words'>> = {
  ACTIVE: { mark: 'disc', tone: 'good' },
  SCHEDULED: { mark: 'clock', tone: 'plain' },
  EXPIRED: { mark: 'ring', tone: 'plain' },
  EXHAUSTED: { mark: 'full', tone: 'plain' },
  DISABLED: { mark: 'dotted', tone: 'warn' },
}

const offOf = ({ discountType, percentOff, amountOff, currency }: CouponAnswer) =>
  discountType === 'PERCENT'
    ? couponsWords().percentOff(numberOf(percentOff ?? 0))
    : couponsWords().amountOff(moneyOf(amountOff ?? 0, currency))

/** Returns how often the coupon was used, for which events and until when. */
const useOf = (
  { redeemedCount, maxRedemptions, eventId, ticketIds, validFrom, validUntil }: CouponAnswer,
  event: EventAnswer | null,
) => {
  const words = couponsWords()
  return [
    maxRedemptions === null ? words.used(redeemedCount) : words.usedOf(redeemedCount, numberOf(maxRedemptions)),
    eventId === null ? words.everyEvent : event === null ? words.oneEvent : null,
    ticketIds.length === 0 ? null : words.someTickets(ticketIds.length),
    validFrom === null || Date.parse(validFrom) <= Date.now() ? null : words.from(momentOf(validFrom)),
    validUntil === null ? null : words.until(momentOf(validUntil)),
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}

/** The calendar's coupons. If `event` is given, only those that apply to that event. */
export const Coupons = ({ session, event }: { session: CalendarSession; event: EventAnswer | null }) => {
  const words = couponsWords()
  const { api, calendar } = session
  const [open, show] = useOpened<CouponAnswer | 'new' | null>(null)
  const [leaving, setLeaving] = useOpened<CouponAnswer | null>(null)
  const asked = useAsked(
    async () => (await api.get<PageOf<CouponAnswer>>(`/coupons/calendar/${calendar.slug}`, { limit: 100 })).data,
    [calendar.slug],
  )
  const mine = (coupons: readonly CouponAnswer[]) =>
    coupons.filter(({ eventId }) => event === null || eventId === null || eventId === event.id)
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        <button type="button" class="button plain" onClick={() => show('new')}>
          <Icon name="plus" /> {words.new}
        </button>
      </header>
      <Shown
        asked={asked}
        rows={2}
        draw={(all) =>
          mine(all).length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <ul class="lines" aria-label={words.title}>
              {mine(all).map((coupon) => (
                <li key={coupon.id}>
                  <span class="grow">
                    <code>{coupon.code}</code> {offOf(coupon)}
                    <span class="under">{useOf(coupon, event)}</span>
                  </span>
                  <Chip {...LOOKS[coupon.status]} words={words.statuses[coupon.status]} />
                  <button
                    type="button"
                    class="button bare"
                    aria-label={words.editOf(coupon.code)}
                    onClick={() => show(coupon)}
                  >
                    <Icon name="edit" />
                  </button>
                  <button
                    type="button"
                    class="button bare"
                    aria-label={words.deleteOf(coupon.code)}
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
        <AskDelete
          key="leaving"
          api={api}
          path={`/calendars/${calendar.slug}/coupons/${leaving.id}`}
          title={words.deletion.ask(leaving.code)}
          action={words.deletion.action}
          close={() => setLeaving(null)}
          deleted={asked.again}
        >
          {words.deletion.means}
        </AskDelete>
      )}
    </section>
  )
}
