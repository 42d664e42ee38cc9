import { useId, useState } from 'hono/jsx/dom'
import { base64 } from '../../../src/kernel/crypto.ts'
import type { EventImportAnswer, GuestImportAnswer, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, SelectField, TextField } from '../parts/fields.tsx'
import { csvOf, save } from '../parts/files.ts'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Segments } from '../parts/tools.tsx'
import { numberOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'

const PRODUCTS = { LUMA: 'Luma', EVENTBRITE: 'Eventbrite', PRETIX: 'pretix' } as const
type Source = keyof typeof PRODUCTS | 'CSV'

const RESULTS = ['new', 'changed', 'same', 'left'] as const
type Result = (typeof RESULTS)[number]
const MAX_LISTED = 50
const ASKED = ['dateOrder', 'decimalMark', 'currency'] as const

type Report = EventImportAnswer | GuestImportAnswer

const linesOf = ({ lines }: Report, result: Result) =>
  lines.filter((line) => (result === 'left' ? ['skipped', 'refused'].includes(line.result) : line.result === result))

const ReportLines = ({ report }: { report: Report }) => {
  const words = importWords()
  const [chosen, choose] = useState<Result | null>(null)
  const result = chosen ?? RESULTS.find((each) => linesOf(report, each).length > 0) ?? 'new'
  const lines = linesOf(report, result)
  return (
    <div class="stack">
      <Segments
        label={words.results.label}
        value={result}
        set={(value) => choose(value as Result)}
        choices={RESULTS.map((value) => ({
          value,
          label: words.results[value],
          count: linesOf(report, value).length,
        }))}
      />
      {lines.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <ul class="lines" aria-label={words.list}>
          {lines.slice(0, MAX_LISTED).map(({ line, title, says }) => (
            <li key={String(line)}>
              <span class="grow">
                <bdi>{title || `${words.line} ${numberOf(line)}`}</bdi>
                {says !== null && <span class="under">{says}</span>}
              </span>
            </li>
          ))}
          {lines.length > MAX_LISTED && <li class="soft">{words.more(lines.length - MAX_LISTED)}</li>}
        </ul>
      )}
      {result === 'left' && lines.length > 0 && (
        <div>
          <button
            type="button"
            class="button plain"
            onClick={() =>
              save(
                'left-out.csv',
                csvOf([
                  [words.line, termsWords().name, words.reason],
                  ...lines.map(({ line, title, says }) => [line, title, says ?? '']),
                ]),
              )
            }
          >
            <Icon name="download" /> {words.downloadLeft}
          </button>
        </div>
      )}
    </div>
  )
}

/**
 * Imports events, or the guests of an event, from the file of another product. The service checks the file first and
 * reports every line. The import continues if the dialog is closed.
 */
export const ImportFile = ({
  session,
  kind,
  path,
  close,
  changed,
}: {
  session: CalendarSession
  kind: 'events' | 'guests'
  path: string
  close: () => void
  changed: () => Promise<void>
}) => {
  const words = importWords()
  const id = useId()
  const work = useWork()
  const [source, setSource] = useState<Source>('LUMA')
  const [file, setFile] = useState<string | null>(null)
  const [settled, settle] = useState<Partial<Record<(typeof ASKED)[number], string>>>({})
  const [report, setReport] = useState<Report | null>(null)
  const read = async (chosen: File | undefined) => {
    setReport(null)
    settle({})
    setFile(chosen === undefined ? null : base64(await chosen.arrayBuffer()))
  }
  const ask = async (more: object) => {
    const answers = Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== ''))
    const body = { file, ...answers, ...(kind === 'guests' ? { source } : {}), ...more }
    return (await session.api.post<One<Report>>(path, body)).data
  }
  const check = () =>
    void work.run(async () => {
      if (file !== null) setReport(await ask({ dryRun: true }))
    })
  const counted = report === null ? 0 : linesOf(report, 'new').length + linesOf(report, 'changed').length
  const bring = () =>
    void work.run(async () => {
      if (report === null) return
      await ask({ confirm: report.digest })
      session.toast(words.done(counted))
      close()
      await changed()
    })
  const set = (field: (typeof ASKED)[number]) => (value: string) => {
    settle((before) => ({ ...before, [field]: value }))
    setReport(null)
  }
  const needs = (field: 'dateOrder' | 'decimalMark') =>
    report?.asks.includes(field) === true || settled[field] !== undefined
  const isOpen = report?.asks.length === 0
  const fields = ['file', ...ASKED]
  return (
    <Dialog title={kind === 'events' ? words.titleEvents : words.titleGuests} close={close} wide>
      <Form send={isOpen ? bring : check}>
        {kind === 'guests' && (
          <SelectField<Source>
            label={words.source}
            value={source}
            set={(value) => {
              setSource(value)
              setReport(null)
            }}
            options={[
              ...Object.entries(PRODUCTS).map(([value, label]) => ({ value: value as Source, label })),
              { value: 'CSV', label: words.anotherList },
            ]}
            hint={words.hints[source]}
          />
        )}
        <Field
          id={id}
          label={words.file}
          hint={kind === 'events' ? words.hints.events : undefined}
          fault={faultOf(work, 'file')}
        >
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,.ics,.json,text/csv,text/plain,text/calendar,application/json"
            aria-describedby={`${id}-about`}
            onInput={(event: Event) => void read((event.currentTarget as HTMLInputElement).files?.[0])}
          />
        </Field>
        {needs('dateOrder') && (
          <SelectField
            key="dateOrder"
            label={words.dateOrder}
            value={settled.dateOrder ?? ''}
            set={set('dateOrder')}
            options={[
              { value: '', label: '–' },
              { value: 'DMY', label: words.dayFirst },
              { value: 'MDY', label: words.monthFirst },
            ]}
          />
        )}
        {needs('decimalMark') && (
          <SelectField
            key="decimalMark"
            label={words.decimalMark}
            value={settled.decimalMark ?? ''}
            set={set('decimalMark')}
            options={[
              { value: '', label: '–' },
              { value: ',', label: words.comma },
              { value: '.', label: words.point },
            ]}
          />
        )}
        {file !== null && (
          <TextField
            key="currency"
            label={words.currency}
            aside={termsWords().optional}
            hint={words.currencyHint}
            value={settled.currency ?? ''}
            set={set('currency')}
            fault={faultOf(work, 'currency')}
          />
        )}
        {report !== null && <ReportLines key={report.digest} report={report} />}
        <p role="status" class="soft small">
          {work.isUnderWay
            ? isOpen
              ? words.working
              : words.checking
            : isOpen && counted === 0
              ? words.nothing
              : words.quiet}
        </p>
        <OtherFault work={work} fields={fields} />
        <footer>
          <button type="button" class="button bare push" onClick={close}>
            {termsWords().cancel}
          </button>
          {isOpen && counted > 0 ? (
            <Send work={work}>{kind === 'events' ? words.importEvents(counted) : words.importGuests(counted)}</Send>
          ) : (
            file !== null && !isOpen && <Send work={work}>{words.check}</Send>
          )}
        </footer>
      </Form>
    </Dialog>
  )
}
