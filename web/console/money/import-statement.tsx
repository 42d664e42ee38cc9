import { COLUMN_MEANINGS, type ColumnMeaning, type StatementLine } from '../../../src/kernel/bank-transfer.ts'
import { currencyOfZone } from '../../../src/kernel/zone-currency.ts'
import type { BankAccountAnswer, ImportedLinesAnswer, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { ColumnsTable } from '../parts/columns-table.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { calendarDayOf, moneyOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { bankWords } from '../words/en/bank.ts'
import { columnsOf, keptMeanings, linesOfTable, type CsvTable } from './csv-statement.ts'
import { readStatement, requestsOf, type ReadStatement } from './read-statement.ts'
import { lookOf, pays } from './results.ts'
import { shortened, UnfitStatement } from './statement.ts'

const SHOWN_ROWS = 5

type Result = ImportedLinesAnswer['lines'][number] & { line: StatementLine }

const sayFault = (error: unknown) => {
  const words = bankWords()
  if (!(error instanceof UnfitStatement)) throw error
  const sentence = words.faults[error.fault] ?? error.fault
  return error.line === null ? sentence : `${sentence} ${words.atLine(error.line)}`
}

const Columns = ({
  read,
  meanings,
  set,
}: {
  read: Extract<ReadStatement, { kind: 'table' }>
  meanings: readonly ColumnMeaning[]
  set(meanings: ColumnMeaning[]): void
}) => {
  const words = bankWords()
  return (
    <>
      <p>{words.columns}</p>
      <ColumnsTable
        label={words.columns}
        columnLabel={words.column}
        choices={COLUMN_MEANINGS.map((value) => ({ value, label: words.meanings[value] ?? value }))}
        meanings={meanings}
        set={set}
        rows={[read.table.headings, ...read.table.rows.slice(0, SHOWN_ROWS)]}
      />
    </>
  )
}

const Results = ({ slug, results }: { slug: string; results: readonly Result[] }) => {
  const words = bankWords()
  const counts = Map.groupBy(results, ({ result }) => result)
  return (
    <>
      <p role="status">
        <b>{words.lines(results.length)}</b>
        {[...counts].map(([result, all]) => (
          <span key={result}>
            {' · '}
            {words.results[result]}: {all.length}
          </span>
        ))}
      </p>
      <ul class="lines" aria-label={words.title}>
        {results.map(({ index, line, result, orders }) => (
          <li key={String(index)}>
            <span class="grow">
              <bdi>{line.payerName || line.text}</bdi>
              <span class="under">
                {calendarDayOf(line.bookedOn)} · <bdi>{line.payerName === '' ? '' : line.text}</bdi>
              </span>
              <span class="under">{words.remedies[result]}</span>
            </span>
            {orders.map(({ orderId, eventId, number }) => (
              <a key={orderId} href={eventHash(slug, eventId, 'orders', { order: orderId })}>
                {number}
              </a>
            ))}
            <Chip {...lookOf(result)} words={words.results[result] ?? result} />
            <b class="number">{moneyOf(line.amount, line.currency)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Imports a bank statement: the user drops a file, checks the result and books it. The file itself never leaves the
 * browser.
 */
export const ImportStatement = ({
  session,
  account,
  changed,
  kept,
}: {
  session: CalendarSession
  account: BankAccountAnswer
  changed(): Promise<void>
  /** The columns stored with the account have changed. */
  kept(): Promise<void>
}) => {
  const words = bankWords()
  const { slug, timezone } = session.calendar
  const work = useWork()
  const [read, setRead] = useState<ReadStatement | null>(null)
  const [meanings, setMeanings] = useState<readonly ColumnMeaning[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [results, setResults] = useState<readonly Result[] | null>(null)

  const send = async (lines: readonly StatementLine[], dryRun: boolean) => {
    const all: Result[] = []
    for (const part of requestsOf(lines)) {
      const body = { bankAccountId: account.id, lines: part, dryRun }
      const { data } = await session.api.post<One<ImportedLinesAnswer>>(`/calendars/${slug}/bank-lines`, body)
      for (const each of data.lines) {
        const line = part[each.index]
        if (line !== undefined) all.push({ ...each, index: all.length, line })
      }
    }
    return all
  }
  const check = (lines: readonly StatementLine[]) =>
    void work.run(async () => {
      setResults(await send(lines, true))
    })
  const unfit = (error: unknown) => {
    setResults(null)
    setFault(sayFault(error))
  }
  const keep = async (table: CsvTable, chosen: readonly ColumnMeaning[]) => {
    const csvColumns = columnsOf(table, chosen)
    if (JSON.stringify(csvColumns) === JSON.stringify(account.csvColumns)) return
    await session.api.patch(`/calendars/${slug}/bank-accounts/${account.id}`, { csvColumns })
    await kept()
  }
  const checkTable = (table: CsvTable, chosen: readonly ColumnMeaning[]) => {
    setFault(null)
    if (!chosen.includes('date') || !(chosen.includes('amount') || chosen.includes('paidOut'))) {
      setFault(words.needColumns)
      return
    }
    try {
      const usualOrder = currencyOfZone(timezone) === 'USD' ? 'MDY' : 'DMY'
      const lines = linesOfTable(table, chosen, { currency: account.currency, usualOrder }).map(shortened)
      void work.run(async () => {
        setResults(await send(lines, true))
        await keep(table, chosen)
      })
    } catch (error) {
      unfit(error)
    }
  }
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setFault(null)
    setResults(null)
    setRead(null)
    try {
      const found = await readStatement(new Uint8Array(await file.arrayBuffer()))
      setRead(found)
      if (found.kind === 'lines') check(found.lines)
      else {
        const known = keptMeanings(found.table, account.csvColumns)
        setMeanings(known ?? found.meanings)
        if (known !== null) checkTable(found.table, known)
      }
    } catch (error) {
      unfit(error)
    }
  }
  const fresh = (results ?? []).filter(({ result }) => result !== 'KNOWN')
  const payments = fresh.filter(({ result }) => pays(result)).length
  const book = () =>
    void work.run(async () => {
      const booked = await send(
        (results ?? []).map(({ line }) => line),
        false,
      )
      const paid = booked.filter(({ result }) => pays(result)).length
      const saved = booked.filter(({ result }) => result !== 'KNOWN').length
      session.toast(paid > 0 ? words.booked(paid) : words.kept(saved))
      setResults(null)
      setRead(null)
      await changed()
    })
  return (
    <section
      class="stack"
      aria-label={words.open}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        void take(event.dataTransfer?.files[0])
      }}
    >
      <div class="field">
        <label for="statement-file">{words.file}</label>
        <input
          id="statement-file"
          type="file"
          accept=".xml,.zip,.sta,.mt940,.txt,.csv,text/csv,text/xml,application/zip"
          onInput={(change: Event) => void take((change.currentTarget as HTMLInputElement).files?.[0])}
        />
      </div>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {read?.kind === 'table' && results === null && (
        <>
          <Columns read={read} meanings={meanings} set={setMeanings} />
          <button type="button" class="button" onClick={() => checkTable(read.table, meanings)}>
            {words.check}
          </button>
        </>
      )}
      <OtherFault work={work} />
      {results !== null && (
        <>
          <Results slug={slug} results={results} />
          {read?.kind === 'table' && (
            <button type="button" class="button bare" onClick={() => setResults(null)}>
              {words.changeColumns}
            </button>
          )}
          {fresh.length === 0 ? (
            <p>{words.nothingNew}</p>
          ) : (
            <button type="button" class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={book}>
              {payments > 0 ? words.book(payments) : words.keep(fresh.length)}
            </button>
          )}
        </>
      )}
    </section>
  )
}
