import type { BankLineAnswer } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useKeys } from '../parts/keys.ts'
import { useState } from '../parts/state.ts'
import { calendarDayOf, moneyOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { bankWords } from '../words/en/bank.ts'
import { AssignLine } from './assign-line.tsx'
import { lookOf } from './results.ts'

interface Listed {
  session: CalendarSession
  lines: readonly BankLineAnswer[]
  changed(): Promise<void>
}

interface OfLine {
  session: CalendarSession
  line: BankLineAnswer
  changed(): Promise<void>
}

const pathOf = ({ session, line }: Pick<OfLine, 'session' | 'line'>) =>
  `/calendars/${session.calendar.slug}/bank-lines/${line.id}`

const Facts = ({ session, line }: Pick<OfLine, 'session' | 'line'>) => (
  <span class="grow">
    <bdi>{line.payerName || line.text}</bdi>
    <span class="under">
      {calendarDayOf(line.bookedOn)} · <bdi>{line.payerName === '' ? '' : line.text}</bdi>
    </span>
    {line.orders.map(({ orderId, eventId, number }) => (
      <span class="under" key={orderId}>
        <a href={eventHash(session.calendar.slug, eventId, 'orders', { order: orderId })}>{number}</a>
      </span>
    ))}
  </span>
)

const Ignore = ({ session, line, changed, close }: OfLine & { close(): void }) => {
  const words = bankWords()
  const [reason, setReason] = useState('')
  return (
    <Ask
      title={words.ignoreTitle}
      action={words.ignore}
      close={close}
      act={async () => {
        await session.api.post(`${pathOf({ session, line })}/ignore`, { reason })
        await changed()
      }}
      fields={['reason']}
    >
      <TextField label={words.reason} value={reason} set={setReason} isFocused />
    </Ask>
  )
}

const Waiting = ({
  session,
  line,
  changed,
  asks,
  ask,
}: OfLine & { asks: string | null; ask(what: string | null): void }) => {
  const words = bankWords()
  const work = useWork()
  const [suggested] = line.orders
  const confirm = ({ orderId }: { orderId: string }) =>
    void work.run(async () => {
      await session.api.post(`${pathOf({ session, line })}/assign`, { orders: [{ orderId, amount: line.amount }] })
      await changed()
    })
  return (
    <li
      data-line={line.id}
      tabindex={-1}
      onKeyDown={(event: KeyboardEvent) => {
        // Enter on a button of the line presses the button.
        if (event.key === 'Enter' && event.target === event.currentTarget && line.amount > 0) ask('assign')
      }}
    >
      <Facts session={session} line={line} />
      <Chip {...lookOf(line.state)} words={words.results[line.state] ?? line.state} />
      <b class="number">{moneyOf(line.amount, line.currency)}</b>
      {suggested !== undefined && (
        <button type="button" class="button" onClick={() => confirm(suggested)}>
          {words.confirm}
        </button>
      )}
      {line.amount > 0 && (
        <button type="button" class="button plain" onClick={() => ask('assign')}>
          {words.assign}
        </button>
      )}
      <button type="button" class="button bare" onClick={() => ask('ignore')}>
        {words.ignore}
      </button>
      <OtherFault work={work} />
      {asks === 'assign' && <AssignLine session={session} line={line} changed={changed} close={() => ask(null)} />}
      {asks === 'ignore' && <Ignore session={session} line={line} changed={changed} close={() => ask(null)} />}
    </li>
  )
}

interface Question {
  id: string
  what: string
}

/** A dialog closes only itself, because the dialog for the next line may already be open while the lists load. */
const nextQuestion = (open: Question | null, id: string, what: string | null): Question | null => {
  if (what !== null) return { id, what }
  return open?.id === id ? null : open
}

/** Lines that no rule matched. J and K move between them, Enter assigns and I ignores. */
export const WaitingLines = ({ session, lines, changed }: Listed) => {
  const words = bankWords()
  const [at, move] = useState(0)
  const [asks, ask] = useState<Question | null>(null)
  const current = lines[Math.min(at, lines.length - 1)]
  const step = (by: number) => {
    const next = Math.max(0, Math.min(lines.length - 1, at + by))
    move(next)
    document.querySelector<HTMLElement>(`[data-line="${lines[next]?.id ?? ''}"]`)?.focus()
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    i: () => {
      if (current !== undefined) ask({ id: current.id, what: 'ignore' })
    },
  })
  return (
    <section class="stack">
      <h2 class="h2">{words.waiting.title}</h2>
      {lines.length === 0 ? (
        <p class="soft">{words.waiting.none}</p>
      ) : (
        <ul class="lines" aria-label={words.waiting.title}>
          {lines.map((line) => (
            <Waiting
              key={line.id}
              session={session}
              line={line}
              changed={changed}
              asks={asks?.id === line.id ? asks.what : null}
              ask={(what) => ask((open) => nextQuestion(open, line.id, what))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const UNDOABLE = ['MATCHED', 'UNDERPAID', 'OVERPAID', 'DUPLICATE', 'REFUNDED', 'IGNORED']

const Done = ({ session, line, changed }: OfLine) => {
  const words = bankWords()
  const work = useWork()
  const undo = () =>
    void work.run(async () => {
      await session.api.post(`${pathOf({ session, line })}/undo`)
      await changed()
    })
  return (
    <li>
      <Facts session={session} line={line} />
      <Chip {...lookOf(line.state)} words={words.results[line.state] ?? line.state} />
      <b class="number">{moneyOf(line.amount, line.currency)}</b>
      {UNDOABLE.includes(line.state) && (
        <button type="button" class="button bare" onClick={undo}>
          {words.undo}
        </button>
      )}
      <OtherFault work={work} />
    </li>
  )
}

export const DoneLines = ({ session, lines, changed }: Listed) => {
  const words = bankWords()
  return (
    <section class="stack">
      <h2 class="h2">{words.done.title}</h2>
      {lines.length === 0 ? (
        <p class="soft">{words.done.none}</p>
      ) : (
        <ul class="lines" aria-label={words.done.title}>
          {lines.map((line) => (
            <Done key={line.id} session={session} line={line} changed={changed} />
          ))}
        </ul>
      )}
    </section>
  )
}
