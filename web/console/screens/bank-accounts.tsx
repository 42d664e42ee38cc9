import type { BankAccountAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { Shown } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { majorOf, minorOf } from '../parts/words.ts'
import { hashOf } from '../place.ts'
import { bankWords } from '../words/en/bank.ts'
import { moneyWords } from '../words/en/money.ts'
import { isStale, SignInAgain } from '../parts/sign-in-again.tsx'
import { useOpened } from '../parts/state.ts'

interface Changing {
  session: CalendarSession
  path: string
  changed(): Promise<void>
}

const Add = ({ session, path, changed }: Changing) => {
  const words = moneyWords().banks
  const work = useWork()
  const { values, set, field, shown } = useFields({ holder: '', iban: '', bic: '', currency: 'EUR' }, work)
  const send = () =>
    void work.run(async () => {
      const { bic, ...rest } = values
      await session.api.post(path, { ...rest, ...(bic.trim() === '' ? {} : { bic }) })
      set({ holder: '', iban: '', bic: '' })
      await changed()
      session.toast(words.added)
    })
  return (
    <details>
      <summary>{words.add}</summary>
      <Form send={send} label={words.add}>
        <TextField label={words.holder} {...field('holder')} />
        <TextField label="IBAN" {...field('iban')} />
        <TextField label={words.bic} {...field('bic')} />
        <TextField label={words.currency} {...field('currency')} />
        <Send work={work}>{words.add}</Send>
        {isStale(work.error) ? (
          <SignInAgain session={session} text={words.signIn} />
        ) : (
          <OtherFault work={work} fields={shown} />
        )}
      </Form>
    </details>
  )
}

const Edit = ({ session, path, account, changed, close }: Changing & { account: BankAccountAnswer; close(): void }) => {
  const words = moneyWords().banks
  const work = useWork()
  const start = {
    holder: account.holder,
    iban: account.iban,
    bic: account.bic ?? '',
    bankDays: String(account.bankDays),
    bankClosesHours: String(account.bankClosesHours),
    tolerance: majorOf(account.tolerance, account.currency),
  }
  const { values, field, shown } = useFields(start, work)
  const send = () =>
    void work.run(async () => {
      const { holder, iban, bic, bankDays, bankClosesHours, tolerance } = values
      await session.api.patch(`${path}/${account.id}`, {
        holder,
        iban,
        bic: bic.trim() === '' ? null : bic,
        bankDays: Number(bankDays),
        bankClosesHours: Number(bankClosesHours),
        tolerance: tolerance.trim() === '' ? 0 : (minorOf(tolerance, account.currency) ?? Number.NaN),
      })
      close()
      await changed()
      session.toast(words.saved)
    })
  return (
    <Dialog title={words.edit} close={close}>
      <Form send={send} label={words.edit}>
        <TextField label={words.holder} {...field('holder')} />
        <TextField label="IBAN" {...field('iban')} />
        <TextField label={words.bic} {...field('bic')} />
        <TextField label={words.days} inputmode="numeric" {...field('bankDays')} />
        <TextField label={words.closes} inputmode="numeric" {...field('bankClosesHours')} />
        <TextField label={`${words.tolerance} (${account.currency})`} inputmode="decimal" {...field('tolerance')} />
        <Send work={work}>{words.save}</Send>
        {isStale(work.error) ? (
          <SignInAgain session={session} text={words.signIn} />
        ) : (
          <OtherFault work={work} fields={shown} />
        )}
      </Form>
    </Dialog>
  )
}

const Line = ({ session, path, account, changed }: Changing & { account: BankAccountAnswer }) => {
  const words = moneyWords().banks
  const work = useWork()
  const [isEditing, edit] = useOpened(false)
  const { id, holder, iban, currency, bankDays, isActive } = account
  const turn = () =>
    void work.run(async () => {
      await session.api.patch(`${path}/${id}`, { isActive: !isActive })
      await changed()
    })
  const remove = () =>
    void work.run(async () => {
      await session.api.delete(`${path}/${id}`)
      await changed()
      session.toast(words.removed)
    })
  return (
    <li>
      <span class="grow">
        <b>
          <bdi>{holder}</bdi>
        </b>
        <span class="under">
          <bdi>{iban.replaceAll(/.{4}(?=.)/g, '$& ')}</bdi>
        </span>
        <span class="under">{`${currency} · ${words.days}: ${bankDays}`}</span>
        {isStale(work.error) ? <SignInAgain session={session} text={words.signIn} /> : <OtherFault work={work} />}
      </span>
      <button type="button" class="button plain" onClick={() => edit(true)}>
        {words.edit}
      </button>
      <button type="button" class="button bare" onClick={turn}>
        {isActive ? words.off : words.on}
      </button>
      {!isActive && (
        <button type="button" class="button bare" onClick={remove}>
          {words.remove}
        </button>
      )}
      {isEditing && (
        <Edit session={session} path={path} account={account} changed={changed} close={() => edit(false)} />
      )}
    </li>
  )
}

/** The bank accounts to which buyers transfer the money of their orders. */
export const BankAccounts = ({ session }: { session: CalendarSession }) => {
  const words = moneyWords().banks
  const path = `/calendars/${session.calendar.slug}/bank-accounts`
  const asked = useAsked(
    async () => (await session.api.get<One<BankAccountAnswer[]>>(path)).data,
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
            <ul class="lines" aria-label={words.title}>
              {accounts.map((account) => (
                <Line key={account.id} session={session} path={path} account={account} changed={asked.again} />
              ))}
            </ul>
          )
        }
      />
      <Add session={session} path={path} changed={asked.again} />
      {(asked.data?.length ?? 0) > 0 && (
        <p>
          <a class="button plain" href={`${hashOf(session.calendar.slug, 'money')}/bank`}>
            {bankWords().open}
          </a>
        </p>
      )}
    </section>
  )
}
