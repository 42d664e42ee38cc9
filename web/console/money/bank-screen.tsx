import type { BankAccountAnswer, BankLinesAnswer, One } from '../../shared/answers.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { SelectField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { bankWords } from '../words/en/bank.ts'
import { DoneLines, WaitingLines } from './bank-lines.tsx'
import { ImportStatement } from './import-statement.tsx'
import { Payouts } from './payouts.tsx'

const linesOf = (session: CalendarSession, state?: string) =>
  session.api.get<BankLinesAnswer>(`/calendars/${session.calendar.slug}/bank-lines`, { limit: 50, state })

/** Imports bank statements, assigns lines that no rule matches, and lists the money to pay back. */
export const BankScreen = ({ session }: { session: CalendarSession }) => {
  const words = bankWords()
  const { slug, name } = session.calendar
  const [chosen, choose] = useState('')
  const accounts = useAsked(
    async () => (await session.api.get<One<BankAccountAnswer[]>>(`/calendars/${slug}/bank-accounts`)).data,
    [slug],
  )
  const waiting = useAsked(() => linesOf(session, 'OPEN'), [slug])
  const done = useAsked(() => linesOf(session), [slug])
  const [version, raise] = useState(0)
  const changed = async () => {
    raise((before) => before + 1)
    await Promise.all([waiting.again(), done.again()])
  }
  return (
    <Screen
      crumbs={[
        { words: name, href: hashOf(slug, 'events') },
        { words: words.back, href: hashOf(slug, 'money') },
        { words: words.title },
      ]}
      title={`${words.title} · ${name}`}
    >
      <Head title={words.title} lead={words.lead} />
      <Shown
        asked={accounts}
        rows={2}
        draw={(all) => {
          const account = all.find(({ id }) => id === chosen) ?? all.find(({ isActive }) => isActive) ?? all[0]
          if (account === undefined) return <p class="soft">{words.noAccount}</p>
          return (
            <div class="stack-wide">
              {all.length > 1 && (
                <SelectField
                  label={words.account}
                  value={account.id}
                  set={choose}
                  options={all.map(({ id, holder, iban, currency }) => ({
                    value: id,
                    label: `${holder} · ${iban.slice(-4)} · ${currency}`,
                  }))}
                />
              )}
              <ImportStatement
                key={account.id}
                session={session}
                account={account}
                changed={changed}
                kept={accounts.again}
              />
              <Shown
                asked={waiting}
                rows={1}
                draw={({ data }) => <WaitingLines session={session} lines={data} changed={changed} />}
              />
              <Payouts key={`payouts-${version}`} session={session} account={account} />
              <Shown
                asked={done}
                rows={2}
                draw={({ data }) => <DoneLines session={session} lines={data} changed={changed} />}
              />
            </div>
          )
        }}
      />
    </Screen>
  )
}
