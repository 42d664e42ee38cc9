import { useId } from 'hono/jsx/dom'
import { base64 } from '../../../src/kernel/crypto.ts'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { decode } from '../../../src/kernel/text-decoding.ts'
import type { EventAnswer, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field, SelectField } from '../parts/fields.tsx'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import type { CalendarSession } from '../session.ts'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'
import { columnsOfRows, ImportColumns, type FileColumn } from './import-columns.tsx'
import { ImportOptions, OPTIONS, type ImportOption, type Settled } from './import-options.tsx'
import { ADDRESS_FIELDS, PretixFields, pretixOf } from './import-pretix.tsx'
import { linesOf, ReportLines, type Report } from './import-report.tsx'

const PRODUCTS = { LUMA: 'Luma', EVENTBRITE: 'Eventbrite', PRETIX: 'pretix' } as const
type Source = keyof typeof PRODUCTS | 'PRETIX_API' | 'CSV'

const NO_ROWS: readonly (readonly string[])[] = []

/**
 * Imports events, or the guests of an event, from the file of another product. The service checks the file first and
 * reports every line. The import continues if the dialog is closed.
 */
export const ImportFile = ({
  session,
  kind,
  path,
  event,
  close,
  changed,
}: {
  session: CalendarSession
  kind: 'events' | 'guests'
  path: string
  /** The event whose guests are imported. */
  event?: EventAnswer
  close: () => void
  changed: () => Promise<void>
}) => {
  const words = importWords()
  const id = useId()
  const work = useWork()
  const [source, setSource] = useState<Source>('LUMA')
  const [file, setFile] = useState<string | null>(null)
  const [pretix, setPretix] = useState({ address: '', token: '' })
  const [isAccepted, accept] = useState(false)
  const [isErasedAccepted, acceptErased] = useState(false)
  const [settled, settle] = useState<Settled>({})
  const [rows, setRows] = useState(NO_ROWS)
  const [columns, setColumns] = useState<readonly FileColumn[]>([])
  const [meanings, setMeanings] = useState<readonly string[] | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const isApi = kind === 'guests' && source === 'PRETIX_API'
  const hasSource = isApi ? pretix.address !== '' && pretix.token !== '' : file !== null
  const read = async (chosen: File | undefined) => {
    setReport(null)
    settle({})
    accept(false)
    acceptErased(false)
    setColumns([])
    setMeanings(null)
    const bytes = chosen === undefined ? null : await chosen.arrayBuffer()
    setRows(bytes === null ? NO_ROWS : rowsOfCsv(decode(new Uint8Array(bytes)).text))
    setFile(bytes === null ? null : base64(bytes))
  }
  const ask = async (more: object) => {
    const answers = Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== ''))
    const from = isApi ? { pretix: pretixOf(pretix) } : { file, ...(kind === 'guests' ? { source } : {}) }
    const columnsOfFile = meanings === null || isApi ? {} : { columns: meanings.map((each) => each || null) }
    const accepted = {
      ...(isAccepted ? { acceptRefused: true } : {}),
      ...(isErasedAccepted ? { acceptErased: true } : {}),
    }
    const body = { ...from, ...answers, ...columnsOfFile, ...accepted, ...more }
    return (await session.api.post<One<Report>>(path, body)).data
  }
  const columnsFault = faultOf(work, 'columns')
  const shownColumns = columns.length === 0 && columnsFault !== null ? columnsOfRows(rows) : columns
  const check = () =>
    void work.run(async () => {
      if (!hasSource) return
      const checked = await ask({ dryRun: true })
      setReport(checked)
      // Without headings in the file, the service returns none.
      setColumns(checked.columns.some(({ heading }) => heading !== '') ? checked.columns : shownColumns)
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
  const set = (option: ImportOption, value: string) => {
    settle((before) => ({ ...before, [option]: value }))
    setReport(null)
  }
  const mustAccept = report?.asks.includes('acceptRefused') === true
  const mustAcceptErased = report?.asks.includes('acceptErased') === true
  const others = report?.asks.filter((field) => field !== 'acceptRefused' && field !== 'acceptErased') ?? []
  const needsCheck = report === null || others.length > 0
  const isOpen = !needsCheck && (isAccepted || !mustAccept) && (isErasedAccepted || !mustAcceptErased)
  const fields = [
    'file',
    'pretix.token',
    ...ADDRESS_FIELDS,
    ...OPTIONS,
    ...(shownColumns.length > 0 ? ['columns'] : []),
  ]
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
              setColumns([])
              setMeanings(null)
            }}
            options={[
              ...Object.entries(PRODUCTS).map(([value, label]) => ({ value: value as Source, label })),
              { value: 'PRETIX_API', label: words.pretixApi },
              { value: 'CSV', label: words.anotherList },
            ]}
            hint={source === 'PRETIX_API' ? undefined : words.hints[source]}
          />
        )}
        {isApi ? (
          <PretixFields
            key="pretix"
            value={pretix}
            set={(value) => {
              setPretix(value)
              setReport(null)
            }}
            work={work}
          />
        ) : (
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
              onInput={(input: Event) => void read((input.currentTarget as HTMLInputElement).files?.[0])}
            />
          </Field>
        )}
        {hasSource && !isApi && (
          <ImportOptions
            key="options"
            settled={settled}
            set={set}
            asks={report?.asks ?? []}
            tickets={event?.tickets ?? []}
            work={work}
          />
        )}
        {shownColumns.length > 0 && !isApi && source !== 'PRETIX' && (
          <ImportColumns
            key="columns"
            kind={kind}
            columns={shownColumns}
            meanings={meanings ?? shownColumns.map(({ meaning }) => meaning ?? '')}
            set={(chosen) => {
              setMeanings(chosen)
              setColumns(shownColumns)
              setReport(null)
            }}
            questions={event?.registrationQuestions ?? []}
            fault={columnsFault}
          />
        )}
        {report !== null && (
          <ReportLines
            key={report.digest}
            report={report}
            mustAccept={mustAccept}
            questions={event?.registrationQuestions ?? []}
          />
        )}
        {mustAccept && <CheckField key="accept" label={words.acceptRefused} value={isAccepted} set={accept} />}
        {mustAcceptErased && (
          <CheckField key="erased" label={words.acceptErased} value={isErasedAccepted} set={acceptErased} />
        )}
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
            hasSource && needsCheck && <Send work={work}>{isApi ? words.checkEvent : words.check}</Send>
          )}
        </footer>
      </Form>
    </Dialog>
  )
}
