import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { EventAnswer, One, SalesAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { roleCovers } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, LongField, RadioField } from '../parts/fields.tsx'
import { isCancelledAsShown, quoteOf, sendAsShown } from '../parts/quote.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { complaintAbout } from '../parts/trouble.ts'
import { moneyOf } from '../parts/words.ts'
import { eventsWords } from '../words/en/events.ts'

/** Shows the recipients of the quote and the paid orders first, and cancels only if the quote is still true. */
export const CancelEvent = ({
  session,
  event,
  changed,
  close,
  refund,
}: {
  session: CalendarSession
  event: EventAnswer
  changed: () => Promise<void>
  close: () => void
  /** Opens the refunds of the cancelled event. */
  refund: () => void
}) => {
  const words = eventsWords().cancelDialog
  const { api, calendar } = session
  const [reason, say] = useState('')
  const [isTold, tell] = useState(true)
  const [refunds, setRefunds] = useState<'now' | 'later'>('now')
  const path = `/events/${event.id}/cancel`
  const quoted = useAsked(() => quoteOf(api, { path, body: { suppressNotifications: false } }), [event.id])
  const recipients = quoted.data?.people.mailed ?? 0
  const isOwner = roleCovers(calendar.role, 'OWNER')
  const paid = useAsked(async () => {
    if (!isOwner) return []
    const { data } = await api.get<One<SalesAnswer>>(`/events/${event.id}/sales`)
    return data.totals.filter(({ currency, net }) => currency !== null && net > 0)
  }, [event.id])
  const mailed = isTold ? recipients : 0
  const sums = paid.data ?? []
  const isPriced = event.tickets.some(({ price }) => price > 0)
  return (
    <Ask
      title={words.title(event.title)}
      action={mailed > 0 ? words.cancelAndEmail(mailed) : words.cancel}
      refuse={words.keep}
      isDangerous
      isReady={quoted.data !== null && paid.data !== null}
      bulk={bulkOf({ people: { mailed }, money: [] })}
      fields={['reason']}
      close={close}
      act={async () => {
        const body = { reason: reason.trim() === '' ? null : reason, suppressNotifications: !isTold }
        await sendAsShown(
          api,
          { path, body },
          {
            isShown: (quote) => isCancelledAsShown(quote, quoted.data, isTold),
            show: isTold ? quoted.put : () => void quoted.again(),
          },
        )
        await changed()
        session.toast(mailed > 0 ? words.cancelledAndEmailing(mailed) : words.cancelled)
      }}
      done={() => {
        if (sums.length > 0 && refunds === 'now') refund()
      }}
    >
      {(error) => (
        <>
          <p>{words.text}</p>
          <LongField
            label={words.reason}
            aside={words.reasonAside}
            value={reason}
            set={say}
            rows={3}
            fault={complaintAbout(error, 'reason')}
          />
          <Shown
            asked={quoted}
            rows={1}
            draw={() => recipients > 0 && <CheckField label={words.email(recipients)} value={isTold} set={tell} />}
          />
          <Shown
            asked={paid}
            rows={1}
            draw={() =>
              sums.length > 0 && (
                <>
                  <ul class="lines" aria-label={words.paidOrders}>
                    {sums.map(({ currency, paidOrders, net }) => (
                      <li key={currency}>
                        <span class="grow">{words.paid(paidOrders)}</span>
                        <b class="number">{moneyOf(net, currency)}</b>
                      </li>
                    ))}
                  </ul>
                  <RadioField
                    label={words.refunds}
                    value={refunds}
                    set={setRefunds}
                    options={[
                      { value: 'now', label: words.refundNow, hint: words.refundNowHint },
                      { value: 'later', label: words.refundLater, hint: words.refundLaterHint },
                    ]}
                  />
                </>
              )
            }
          />
          {!isOwner && isPriced && <p class="soft">{words.ownerRefunds}</p>}
        </>
      )}
    </Ask>
  )
}
