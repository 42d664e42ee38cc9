import type { ConnectedAccountAnswer, One, PaymentAccountAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { isStale, SignInAgain } from '../parts/sign-in-again.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { moneyOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { useFields } from '../parts/use-fields.ts'
import { erasureWords } from '../words/en/erasure.ts'
import { moneyWords } from '../words/en/money.ts'
import { countryOptions } from './countries.ts'

const LOOKS: Readonly<Record<string, Omit<ChipLook, 'words'>>> = {
  ONBOARDING: { mark: 'dotted', tone: 'warn' },
  ACTIVE: { mark: 'disc', tone: 'good' },
  RESTRICTED: { mark: 'cross', tone: 'warn' },
  DISCONNECTED: { mark: 'cross', tone: 'plain' },
}

interface Changing {
  session: CalendarSession
  path: string
  changed(): Promise<void>
}

const Connect = ({ session, path }: Omit<Changing, 'changed'>) => {
  const words = moneyWords().accounts
  const work = useWork()
  const { values, field, shown } = useFields({ country: '' }, work)
  const send = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<ConnectedAccountAnswer>>(path, { kind: 'CONNECT', ...values })
      if (data.onboardingUrl !== null) location.assign(data.onboardingUrl)
    })
  return (
    <Form send={send} label={words.connect}>
      <SelectField label={words.country} {...field('country')} options={countryOptions(values.country)} />
      <Send work={work}>{words.connect}</Send>
      {isStale(work.error) ? <SignInAgain session={session} /> : <OtherFault work={work} fields={shown} />}
    </Form>
  )
}

/** The page says whether the service is a Stripe platform. Otherwise an own key is the only way. */
const hasConnect = () => document.getElementById('console')?.dataset['hasConnect'] === 'true'

const OwnKey = ({ session, path, changed }: Changing) => {
  const words = moneyWords().accounts
  const work = useWork()
  const { values, set, field, shown } = useFields({ key: '' }, work)
  const send = () =>
    void work.run(async () => {
      await session.api.post(path, { kind: 'OWN_KEY', ...values })
      set({ key: '' })
      await changed()
    })
  return (
    <details open={!hasConnect()}>
      <summary>{words.ownKey}</summary>
      <Form send={send} label={words.ownKey}>
        <TextField label={words.key} {...field('key')} hint={words.keyHint} />
        <Send work={work}>{words.save}</Send>
        {isStale(work.error) ? <SignInAgain session={session} /> : <OtherFault work={work} fields={shown} />}
      </Form>
    </details>
  )
}

/** Returns sentences about open payments, refunds and disputes. */
const whatIsOpen = ({ openOrders, pendingRefunds, openDisputes }: PaymentAccountAnswer) => {
  const words = moneyWords().accounts
  return [
    ...(openOrders > 0 ? [words.paying(openOrders)] : []),
    ...(pendingRefunds > 0 ? [words.refundsUnderWay(pendingRefunds)] : []),
    ...(openDisputes > 0 ? [words.disputesOpen(openDisputes)] : []),
  ]
}

/** Lists orders that buyers may still pay into a disconnected account. */
const Unseen = ({ session, account }: { session: CalendarSession; account: PaymentAccountAnswer }) => {
  const words = moneyWords().accounts
  const { kind, status, unseenOrders, pendingRefunds, openDisputes } = account
  const isGone = kind === 'CONNECT' && status === 'DISCONNECTED'
  if (!isGone || (unseenOrders.length === 0 && pendingRefunds === 0 && openDisputes === 0)) return null
  return (
    <section class="trouble">
      {unseenOrders.length > 0 && <p>{words.unseen}</p>}
      {unseenOrders.length > 0 && (
        <ul>
          {unseenOrders.map(({ orderId, eventId, number, amount, currency }) => (
            <li key={orderId}>
              <a href={eventHash(session.calendar.slug, eventId, 'orders', { order: orderId })}>{number}</a> ·{' '}
              {moneyOf(amount, currency)}
            </li>
          ))}
        </ul>
      )}
      <p>{words.unheard}</p>
      <p>
        <a href="https://dashboard.stripe.com" rel="noopener noreferrer" target="_blank">
          {words.openStripe}
        </a>
      </p>
    </section>
  )
}

const Disconnect = ({
  session,
  path,
  account,
  close,
  changed,
}: Changing & { account: PaymentAccountAnswer; close(): void }) => {
  const words = moneyWords().accounts
  const { name } = session.calendar
  const [typed, type] = useState('')
  const act = async () => {
    await session.api.delete(`${path}/${account.id}`)
    await changed()
    session.toast(words.disconnected)
  }
  return (
    <Ask
      title={words.disconnectTitle}
      action={words.disconnectAction}
      isDangerous
      isReady={typed.trim() === name.trim()}
      close={close}
      act={act}
    >
      {(error) => (
        <>
          {whatIsOpen(account).length > 0 && (
            <p>
              <b>{[...whatIsOpen(account), ...(account.openOrders > 0 ? [words.pagesClose] : [])].join(' ')}</b>
            </p>
          )}
          <p>{words.disconnectText}</p>
          <TextField label={erasureWords().confirm(name)} value={typed} set={type} />
          {isStale(error) && <SignInAgain session={session} />}
        </>
      )}
    </Ask>
  )
}

const Line = ({ session, path, account, changed }: Changing & { account: PaymentAccountAnswer }) => {
  const words = moneyWords().accounts
  const [isAsking, ask] = useOpened(false)
  const work = useWork()
  const { id, status, stripeAccount, keyLast4, mode, isDefault, kind } = account
  const onward = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<{ onboardingUrl: string }>>(`${path}/${id}/onboarding`)
      location.assign(data.onboardingUrl)
    })
  const choose = () =>
    void work.run(async () => {
      await session.api.post(`${path}/${id}/default`)
      await changed()
    })
  const needsMore = kind === 'CONNECT' && (status === 'ONBOARDING' || status === 'RESTRICTED')
  return (
    <li>
      <span class="grow">
        <b>
          <bdi>{stripeAccount}</bdi>
        </b>
        <span class="under">
          {[
            ...(keyLast4 === null ? [] : [words.keyEnding(keyLast4)]),
            ...(mode === 'TEST' ? [words.testMode] : []),
            ...(isDefault ? [words.forNewOrders] : []),
          ].join(' · ')}
        </span>
        {needsMore && <span class="under">{words.unfinished}</span>}
        {isStale(work.error) ? <SignInAgain session={session} /> : <OtherFault work={work} />}
      </span>
      <Chip {...(LOOKS[status] ?? { mark: 'ring', tone: 'plain' })} words={words.statuses[status] ?? status} />
      {needsMore && (
        <button type="button" class="button" onClick={onward}>
          {words.continueThere}
        </button>
      )}
      {status === 'ACTIVE' && !isDefault && (
        <button type="button" class="button plain" onClick={choose}>
          {words.makeDefault}
        </button>
      )}
      {status !== 'DISCONNECTED' && (
        <button type="button" class="button bare" onClick={() => ask(true)}>
          {words.disconnect}
        </button>
      )}
      {isAsking && (
        <Disconnect session={session} path={path} account={account} changed={changed} close={() => ask(false)} />
      )}
    </li>
  )
}

/** The calendar's own accounts at the payment provider: connect, complete, choose and disconnect them. */
export const PaymentAccounts = ({ session }: { session: CalendarSession }) => {
  const words = moneyWords().accounts
  const path = `/calendars/${session.calendar.slug}/payment-accounts`
  const asked = useAsked(
    async () => (await session.api.get<One<PaymentAccountAnswer[]>>(path)).data,
    [session.calendar.slug],
  )
  return (
    <section class="stack">
      <h2 class="h2">{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <Shown
        asked={asked}
        rows={1}
        draw={(accounts) =>
          accounts.length > 0 && (
            <>
              {accounts.map((account) => (
                <Unseen key={account.id} session={session} account={account} />
              ))}
              <ul class="lines" aria-label={words.title}>
                {accounts.map((account) => (
                  <Line key={account.id} session={session} path={path} account={account} changed={asked.again} />
                ))}
              </ul>
            </>
          )
        }
      />
      {hasConnect() && <Connect session={session} path={path} />}
      <OwnKey session={session} path={path} changed={asked.again} />
    </section>
  )
}
