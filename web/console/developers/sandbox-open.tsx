import { useLayoutEffect } from 'hono/jsx/dom'
import type {
  CalendarOrdersAnswer,
  One,
  SandboxAnswer,
  TestAdvanceAnswer,
  TestEffectsAnswer,
} from '../../shared/answers.ts'
import { orderState } from '../event/order-state.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { OtherFault } from '../parts/form.tsx'
import { Chip } from '../parts/chip.tsx'
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf } from '../parts/words.ts'
import { hashOf } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { sandboxesWords } from '../words/en/sandboxes.ts'
import { SandboxClock } from './sandbox-clock.tsx'
import { SandboxMailbox } from './sandbox-mailbox.tsx'
import { sandboxOf } from './sandbox.ts'

const POLL_MS = 1_500
/** How a payment can go on. A paid one can only be disputed. */
const OUTCOMES = { PENDING: ['paid', 'failed', 'pending'], PAID: ['disputed'] } as const

type Act = (path: string, body: object) => void

const Payments = ({ orders, act }: { orders: CalendarOrdersAnswer['data']; act: Act }) => {
  const words = sandboxesWords().payments
  return (
    <section class="card">
      <h2 class="h2">{words.title}</h2>
      {orders.length === 0 && <p class="quiet">{words.empty}</p>}
      <ul class="sandbox-lines">
        {orders.map(({ id, number, status, total, currency, buyer }) => (
          <li key={id}>
            <span>
              <b>
                <bdi>{`${buyer.firstName} ${buyer.lastName}`}</bdi>
              </b>{' '}
              <span class="soft">{number}</span>
            </span>
            <span>{moneyOf(total, currency)}</span>
            <Chip {...orderState({ status, expiresAt: null })} />
            <span class="row">
              {(total > 0 && status in OUTCOMES ? OUTCOMES[status as keyof typeof OUTCOMES] : []).map((outcome) => (
                <button
                  type="button"
                  key={outcome}
                  class="button plain small"
                  onClick={() =>
                    act(`/orders/${id}/payment`, {
                      outcome,
                      // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire format, not a promise
                      ...(outcome === 'pending' ? { settlesIn: 'P3D', then: 'paid' } : {}),
                    })
                  }
                >
                  {words.outcomes[outcome]}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Triggers = ({ act, isBusy }: { act: Act; isBusy: boolean }) => {
  const words = sandboxesWords().triggers
  return (
    <section class="card">
      <h2 class="h2">{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <div class="row">
        {Object.entries(words.types).map(([type, label]) => (
          <button
            type="button"
            key={type}
            class="button plain small"
            disabled={isBusy}
            onClick={() => act('/triggers', { type })}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  )
}

const Effects = ({ effects, zone }: { effects: TestEffectsAnswer['effects']; zone: string }) => {
  const words = sandboxesWords().effects
  return (
    <section class="card">
      <h2 class="h2">{words.title}</h2>
      {effects.length === 0 && <p class="quiet">{words.empty}</p>}
      <ol class="sandbox-lines" reversed>
        {effects.toReversed().map(({ seq, at, kind, summary, because }) => (
          <li key={seq}>
            <time datetime={at} class="soft">
              {momentOf(at, zone)}
            </time>
            <code>{kind}</code>
            <bdi>{summary}</bdi>
            <span class="soft">{because}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One sandbox: its clock, its mailbox, its payments, and all that happened in it. */
export const OpenSandbox = ({ session, sandbox }: { session: CalendarSession; sandbox: SandboxAnswer }) => {
  const words = sandboxesWords()
  const calls = sandboxOf(session, sandbox)
  const work = useWork()
  const asked = useAsked(calls.read, [sandbox.id])
  const zone = session.calendar.timezone
  const isAdvancing = asked.data?.clock.status === 'ADVANCING'
  useLayoutEffect(() => {
    const timer = isAdvancing ? setInterval(() => void asked.again(), POLL_MS) : null
    return () => {
      if (timer !== null) clearInterval(timer)
    }
  }, [isAdvancing])
  const act: Act = (path, body) =>
    void work.run(async () => {
      const { data } = await calls.act(path, body)
      session.toast(words.clock.done(data.effects.length))
      await asked.again()
    })
  const advance = (body: object) =>
    void work.run(async () => {
      const { data } = await session.api.post<One<TestAdvanceAnswer>>(`${calls.base}/test/clock/advance`, body)
      // The clock itself shows that it is still advancing, or why it stopped.
      if (data.status === 'READY')
        session.toast(words.clock.done(Object.values(data.counts).reduce((sum, count) => sum + count, 0)))
      await asked.again()
    })
  return (
    <>
      <Head title={sandbox.name} lead={words.lead}>
        <a class="button plain" href={`${sandbox.pagesUrl}/c/${session.calendar.slug}`} target="_blank" rel="noopener">
          {words.pages}
        </a>
        <a class="button plain" href={hashOf(session.calendar.slug, 'sandboxes')}>
          {words.all}
        </a>
      </Head>
      <OtherFault work={work} />
      <Shown
        asked={asked}
        rows={8}
        draw={({ clock, mails, orders, effects }) => (
          <div class="sandbox">
            <SandboxClock clock={clock} zone={zone} isBusy={work.isUnderWay} advance={advance} />
            <Triggers act={act} isBusy={work.isUnderWay} />
            <SandboxMailbox session={session} calls={calls} mails={mails} zone={zone} act={act} />
            <Payments orders={orders} act={act} />
            <Effects effects={effects} zone={zone} />
          </div>
        )}
      />
    </>
  )
}
