import type { BankAccountAnswer, One, PayoutAnswer, PayoutFileAnswer } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { save } from '../parts/files.ts'
import { OtherFault } from '../parts/form.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { localOf, momentOf, moneyOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { bankWords } from '../words/en/bank.ts'
import { sepaFile } from './sepa.ts'

const MAX_IN_FILE = 500

/** Count and sum, such as `3 · €87.00`. */
const sumsOf = (payouts: readonly PayoutAnswer[]) => {
  const sums = new Map<string, number>()
  for (const { amount, currency } of payouts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [numberOf(payouts.length), ...[...sums].map(([currency, sum]) => moneyOf(sum, currency))].join(' · ')
}

/** Refunds of bank transfers that someone still has to pay back, as one SEPA file or one by one. */
export const Payouts = ({ session, account }: { session: CalendarSession; account: BankAccountAnswer }) => {
  const words = bankWords().payouts
  const { slug, timezone } = session.calendar
  const [asks, ask] = useOpened<string | null>(null)
  const work = useWork()
  const asked = useAsked(
    async () => (await session.api.get<One<PayoutAnswer[]>>(`/calendars/${slug}/payouts`)).data,
    [slug],
  )
  const download = async (payouts: readonly PayoutAnswer[], again: boolean) => {
    const refundIds = payouts.slice(0, MAX_IN_FILE).map(({ refundId }) => refundId)
    const body = { bankAccountId: account.id, refundIds, again }
    const { data } = await session.api.post<One<PayoutFileAnswer>>(`/calendars/${slug}/payout-files`, body)
    const today = localOf(new Date().toISOString(), timezone).date
    save(`${slug}-${today}.xml`, new Blob([sepaFile(data, today)], { type: 'application/xml' }))
    await asked.again()
  }
  const discard = async (refundId: string) => {
    await session.api.delete(`/calendars/${slug}/refunds/${refundId}/account`)
    await asked.again()
  }
  const mark = (refundId: string) =>
    void work.run(async () => {
      await session.api.post(`/calendars/${slug}/refunds/${refundId}/paid-out`)
      await asked.again()
    })
  return (
    <section class="stack">
      <h2 class="h2">
        {words.title}
        {asked.data !== null && asked.data.length > 0 && ` (${sumsOf(asked.data)})`}
      </h2>
      <Shown
        asked={asked}
        rows={1}
        draw={(payouts) => {
          if (payouts.length === 0) return <p class="soft">{words.none}</p>
          const fit = payouts.filter(
            ({ iban, currency }) => iban !== null && currency === 'EUR' && account.currency === 'EUR',
          )
          const fresh = fit.filter(({ fileId }) => fileId === null)
          return (
            <>
              <ul class="lines" aria-label={words.title}>
                {payouts.map(
                  ({
                    refundId,
                    orderId,
                    eventId,
                    number,
                    name,
                    iban,
                    ibanFrom,
                    usableAt,
                    discardedAt,
                    amount,
                    currency,
                    fileId,
                  }) => (
                    <li key={refundId}>
                      <span class="grow">
                        <bdi>{name}</bdi>
                        <span class="under">
                          <bdi>
                            {iban?.replaceAll(/.{4}(?=.)/g, '$& ') ??
                              (usableAt === null ? words.unknownIban : words.usableFrom(momentOf(usableAt)))}
                          </bdi>
                        </span>
                        {(ibanFrom === 'BUYER' || usableAt !== null) && <span class="under">{words.fromBuyer}</span>}
                        {discardedAt !== null && (
                          <span class="under">
                            {words.discarded} · {momentOf(discardedAt)}
                          </span>
                        )}
                        <span class="under">
                          <a href={eventHash(slug, eventId, 'orders', { order: orderId })}>{number}</a>
                          {fileId !== null && ` · ${words.inFile}`}
                        </span>
                      </span>
                      <b class="number">{moneyOf(amount, currency)}</b>
                      {(ibanFrom === 'BUYER' || usableAt !== null) && (
                        <button type="button" class="button bare" onClick={() => ask(refundId)}>
                          {words.discard}
                        </button>
                      )}
                      <button type="button" class="button plain" onClick={() => mark(refundId)}>
                        {words.transferred}
                      </button>
                    </li>
                  ),
                )}
              </ul>
              <div class="row">
                {fresh.length > 0 && (
                  <button type="button" class="button" onClick={() => void work.run(() => download(fresh, false))}>
                    {words.download(Math.min(fresh.length, MAX_IN_FILE))}
                  </button>
                )}
                {fit.length > fresh.length && (
                  <button type="button" class="button bare" onClick={() => ask('again')}>
                    {words.again}
                  </button>
                )}
              </div>
              <OtherFault work={work} />
              {asks === 'again' && (
                <Ask
                  title={words.againTitle}
                  action={words.again}
                  close={() => ask(null)}
                  act={() => download(fit, true)}
                >
                  <p>{words.againText}</p>
                </Ask>
              )}
              {asks !== null && asks !== 'again' && (
                <Ask
                  title={words.discardTitle}
                  action={words.discard}
                  isDangerous
                  close={() => ask(null)}
                  act={() => discard(asks)}
                >
                  <p>{words.discardText}</p>
                </Ask>
              )}
            </>
          )
        }}
      />
    </section>
  )
}
