import type { MoneyAnswer, One } from '../../shared/answers.ts'
import { percentOf } from '../../../src/presentation/refund-policy.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { save } from '../parts/files.ts'
import { Shown } from '../parts/states.tsx'
import { troubleOf } from '../parts/trouble.ts'
import { moneyOf } from '../parts/words.ts'
import { formatSpoken } from '../words/loaded.ts'
import { documentsWords } from '../words/en/documents.ts'

/** Sums that are shown if they aren't 0. */
const OTHERS = ['fees', 'platformFees', 'paidOut', 'unpaid', 'toPayBack'] as const

type Rate = MoneyAnswer['currencies'][number]['byRate'][number]

/** A surplus that was refunded leaves a rate with sums of 0. */
const isMoved = ({ gross, net, tax }: Rate) => gross !== 0 || net !== 0 || tax !== 0

/** The year's sales by tax rate, and the postings as CSV. */
export const Books = ({ session: { api, calendar } }: { session: CalendarSession }) => {
  const words = documentsWords().books
  const from = `${new Date().getFullYear()}-01-01`
  const path = `/calendars/${calendar.slug}/money`
  const asked = useAsked(async () => (await api.get<One<MoneyAnswer>>(`${path}/summary`, { from })).data, [path])
  const work = useWork()
  const download = () =>
    void work.run(async () => save(`${calendar.slug}-${from}.csv`, await api.file(`${path}/postings`, { from })))
  const nameOf = ({ name, rate }: Rate) =>
    rate === null ? words.noRate : `${name} ${percentOf(rate / 100, { format: formatSpoken() })}`
  return (
    <section class="stack">
      <h2 class="h2">{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <Shown
        asked={asked}
        rows={2}
        draw={({ currencies }) =>
          currencies.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <>
              <ul class="lines" aria-label={words.title}>
                {currencies.flatMap(({ currency, byRate, feesByMethod, ...others }) => [
                  ...byRate.filter(isMoved).map((sums) => (
                    <li key={`${currency} ${nameOf(sums)}`}>
                      <span class="grow">
                        {nameOf(sums)}
                        <span class="under">
                          {words.net} {moneyOf(sums.net, currency)} · {words.tax} {moneyOf(sums.tax, currency)}
                        </span>
                      </span>
                      <b class="number">{moneyOf(sums.gross, currency)}</b>
                    </li>
                  )),
                  ...OTHERS.filter((name) => others[name] !== 0).map((name) => (
                    <li key={`${currency} ${name}`}>
                      <span class="grow soft">
                        {words[name]}
                        {name === 'fees' && (
                          <span class="under">
                            {feesByMethod
                              .filter(({ method, fees }) => method !== null && fees !== 0)
                              .map(({ method, fees }) => `${method?.replaceAll('_', ' ')} ${moneyOf(fees, currency)}`)
                              .join(' · ')}
                          </span>
                        )}
                      </span>
                      <span class="number">{moneyOf(others[name], currency)}</span>
                    </li>
                  )),
                ])}
              </ul>
              <button
                type="button"
                class="button plain"
                aria-disabled={work.isUnderWay ? 'true' : 'false'}
                onClick={download}
              >
                {words.download}
              </button>
              {work.error !== null && (
                <p class="fault" role="alert">
                  {troubleOf(work.error)}
                </p>
              )}
            </>
          )
        }
      />
    </section>
  )
}
