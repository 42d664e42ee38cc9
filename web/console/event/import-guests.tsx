import type { EventAnswer } from '../../shared/answers.ts'
import { useLeaving, useWork } from '../parts/asking.ts'
import { rowsOfCsv, separatorOf } from '../../../src/kernel/csv-reading.ts'
import { ColumnsTable } from '../parts/columns-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LongField, RadioField, SelectField } from '../parts/fields.tsx'
import { Form, Send } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { numberOf } from '../parts/words.ts'
import { guestsWords } from '../words/en/guests.ts'
import { importingWords } from '../words/en/importing.ts'
import { termsWords } from '../words/en/terms.ts'
import { useRun } from './bulk.ts'
import { RunProgress } from './bulk-bar.tsx'
import type { EventSession } from './event-frame.tsx'
import { decode, type Encoding } from '../../../src/kernel/text-decoding.ts'
import { ImportResult, type ImportOutcome } from './import-result.tsx'
import { COLUMNS, meaningsOf, newcomersOf, type Meaning } from './import-rows.ts'
import { importGuests, keepForLater, takeUnseen } from './import-run.ts'

const SHOWN = 6
const SEPARATOR_NAMES = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

const labelOf = (meaning: Meaning, { registrationQuestions }: EventAnswer): string => {
  const { columns, skipColumn } = importingWords()
  const column = COLUMNS.find((each) => each === meaning)
  if (column !== undefined) return columns[column]
  return registrationQuestions.find(({ id }) => meaning === `question:${id}`)?.label ?? skipColumn
}

/**
 * Imports guests from CSV. Before it sends anything, it shows what each column means, which guests it will add and
 * which rows it will skip.
 */
export const ImportGuests = ({
  tab: { session, event },
  close,
  changed,
}: {
  tab: EventSession
  close: () => void
  changed: () => Promise<void>
}) => {
  const words = importingWords()
  const [text, type] = useState('')
  const [chosen, choose] = useState<readonly Meaning[] | null>(null)
  const [ticketId, setTicket] = useState(event.tickets[0]?.id ?? '')
  const [encoding, tellEncoding] = useState<Encoding | null>(null)
  const [emails, setEmails] = useState<'no' | 'yes'>('no')
  const [outcome, tell] = useState<ImportOutcome | null>(() => takeUnseen(event.id))
  const [leaving, run] = [useLeaving(), useRun()]
  const work = useWork()
  const rows = rowsOfCsv(text)
  const guessed = meaningsOf(rows, event)
  const meanings = chosen?.length === guessed.meanings.length ? chosen : guessed.meanings
  const people = newcomersOf(rows, { meanings, hasHead: guessed.hasHead }, event)
  const good = people.filter(({ fault }) => fault === null)
  const bad = people.flatMap(({ row, fault }) => (fault === null ? [] : [{ row, fault }]))
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    choose(null)
    const decoded = decode(new Uint8Array(await file.arrayBuffer()))
    type(decoded.text)
    tellEncoding(decoded.encoding)
  }
  const send = () =>
    void work.run(async () => {
      if (good.length === 0) return
      const head = guessed.hasHead ? (rows[0] ?? []) : meanings.map((meaning) => labelOf(meaning, event))
      const ended = await importGuests({ session, event, rows, head, people, ticketId, isEmailing: emails === 'yes' })
      if (ended === null) return
      const left = ended.notAdded.length
      session.toast(
        left === 0 ? words.added(ended.added) : words.addedExcept(ended.added, left, guestsWords().add.fromFile),
      )
      if (leaving.aborted) keepForLater(event.id, ended)
      else tell(ended)
      await changed()
    })
  const willBeAdded = <b>{words.willBeAdded(good.length)}</b>
  if (outcome !== null) return <ImportResult slug={event.slug} outcome={outcome} close={close} />
  if (work.isUnderWay)
    return (
      <Dialog key="run" title={words.title} close={close}>
        <RunProgress run={run} />
      </Dialog>
    )
  return (
    <Dialog key="ask" title={words.title} close={close} wide>
      <Form send={send}>
        <div class="field">
          <label for="guests-file">{words.file}</label>
          <input
            id="guests-file"
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onInput={(change: Event) => void read((change.currentTarget as HTMLInputElement).files?.[0])}
          />
        </div>
        {rows.length === 0 && (
          <LongField
            key="paste"
            label={words.paste}
            rows={4}
            value={text}
            set={type}
            placeholder={words.pasteExample}
          />
        )}
        {rows.length > 0 && (
          <div key="look" class="stack">
            {encoding !== null && (
              <p class="soft small">
                {words.readAs[SEPARATOR_NAMES[separatorOf(text)]](encoding)}{' '}
                {encoding === 'Windows-1252' && words.checkLetters}
              </p>
            )}
            <ColumnsTable<Meaning>
              label={words.rows.label}
              columnLabel={(number) => words.rows.column(String(number))}
              choices={[
                { value: '', label: words.skipColumn },
                ...COLUMNS.map((value) => ({ value, label: labelOf(value, event) })),
                ...event.registrationQuestions.map(({ id, label }) => ({ value: `question:${id}` as const, label })),
              ]}
              meanings={meanings}
              set={choose}
              rows={rows.slice(guessed.hasHead ? 1 : 0, SHOWN + 1)}
            />
            <p role="status">{bad.length === 0 ? willBeAdded : words.willBeAddedExcept(willBeAdded, bad.length)}</p>
            {bad.length > 0 && (
              <ul class="fault-list">
                {bad.slice(0, SHOWN).map(({ row, fault }) => (
                  <li key={String(row)}>{words.rows.fault(numberOf(row), fault)}</li>
                ))}
                {bad.length > SHOWN && <li>{words.rows.moreFaults(bad.length - SHOWN)}</li>}
              </ul>
            )}
            {event.tickets.length > 1 && (
              <SelectField
                label={words.rows.ticketForOthers}
                value={ticketId}
                set={setTicket}
                options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <RadioField
              label={words.emailing.ask}
              value={emails}
              set={setEmails}
              options={[
                {
                  value: 'no',
                  label: words.emailing.no,
                  hint: words.emailing.noHint(guestsWords().selection.resend),
                },
                { value: 'yes', label: words.emailing.yes, hint: words.emailing.yesHint },
              ]}
            />
          </div>
        )}
        <footer>
          {rows.length > 0 && (
            <button
              type="button"
              class="button bare"
              onClick={() => {
                type('')
                choose(null)
                tellEncoding(null)
              }}
            >
              {words.chooseAnother}
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>
            {good.length === 0
              ? words.add
              : emails === 'yes'
                ? words.addAndEmail(good.length)
                : words.addOnly(good.length)}
          </Send>
        </footer>
      </Form>
    </Dialog>
  )
}
