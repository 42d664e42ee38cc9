import { useId, useState } from 'hono/jsx/dom'
import { base64 } from '../../../src/kernel/crypto.ts'
import type { One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../parts/fields.tsx'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import type { CalendarSession } from '../session.ts'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'
import { ADDRESS_FIELDS, PretixFields, pretixOf } from './import-pretix.tsx'
import { linesOf, ReportLines, type Report } from './import-report.tsx'

const PRODUCTS = { LUMA: 'Luma', EVENTBRITE: 'Eventbrite', PRETIX: 'pretix' } as const
type Source = keyof typeof PRODUCTS | 'PRETIX_API' | 'CSV'

const ASKED = ['dateOrder', 'decimalMark', 'currency'] as const

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
  const [pretix, setPretix] = useState({ address: '', token: '' })
  const [isAccepted, accept] = useState(false)
  const [settled, settle] = useState<Partial<Record<(typeof ASKED)[number], string>>>({})
  const [report, setReport] = useState<Report | null>(null)
  const isApi = kind === 'guests' && source === 'PRETIX_API'
  const hasSource = isApi ? pretix.address !== '' && pretix.token !== '' : file !== null
  const read = async (chosen: File | undefined) => {
    setReport(null)
    settle({})
    accept(false)
    setFile(chosen === undefined ? null : base64(await chosen.arrayBuffer()))
  }
  const ask = async (more: object) => {
    const answers = Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== ''))
    const from = isApi ? { pretix: pretixOf(pretix) } : { file, ...(kind === 'guests' ? { source } : {}) }
    const body = { ...from, ...answers, ...(isAccepted ? { acceptRefused: true } : {}), ...more }
    return (await session.api.post<One<Report>>(path, body)).data
  }
  const check = () =>
    void work.run(async () => {
      if (hasSource) setReport(await ask({ dryRun: true }))
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
  const mustAccept = report?.asks.includes('acceptRefused') === true
  const isOpen = report !== null && report.asks.every((field) => field === 'acceptRefused' && isAccepted)
  const needsCheck = report === null || report.asks.some((field) => field !== 'acceptRefused')
  const fields = ['file', 'pretix.token', ...ADDRESS_FIELDS, ...ASKED]
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
              onInput={(event: Event) => void read((event.currentTarget as HTMLInputElement).files?.[0])}
            />
          </Field>
        )}
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
        {hasSource && !isApi && (
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
        {report !== null && <ReportLines key={report.digest} report={report} mustAccept={mustAccept} />}
        {mustAccept && <CheckField key="accept" label={words.acceptRefused} value={isAccepted} set={accept} />}
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
