import { useState } from 'hono/jsx/dom'
import { wordsOf } from '../../shared/api.ts'
import { useWork } from '../parts/asking.ts'
import { rowsOfCsv } from '../parts/csv-reading.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, Send } from '../parts/form.tsx'
import { LongField, SelectField } from '../parts/fields.tsx'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { countOf, numberOf } from '../parts/words.ts'
import { startRun } from './bulk.ts'
import type { EventSession } from './event-frame.tsx'
import { meaningsOf, newcomersOf, type Meaning, type Newcomer } from './import-rows.ts'

const SHOWN = 6
const AT_ONCE = 4

const PARTS: readonly { value: Meaning; label: string }[] = [
  { value: '', label: 'Skip' },
  { value: 'email', label: 'Email' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'name', label: 'Full name' },
  { value: 'ticket', label: 'Ticket' },
]

interface Outcome {
  added: number
  failed: readonly { who: Newcomer; why: string }[]
}

const saveFailed = (slug: string, { failed }: Outcome) =>
  save(
    `${slug}-not-added.csv`,
    csvOf([
      ['firstName', 'lastName', 'email', 'why'],
      ...failed.map(({ who, why }) => [who.firstName, who.lastName, who.email, why]),
    ]),
  )

const Result = ({ slug, outcome, close }: { slug: string; outcome: Outcome; close: () => void }) => (
  <Dialog
    key="result"
    title={`${countOf(outcome.added, 'guest')} added`}
    close={close}
    foot={
      <>
        {outcome.failed.length > 0 && (
          <button type="button" class="button plain push" onClick={() => saveFailed(slug, outcome)}>
            <Icon name="download" /> Download those rows
          </button>
        )}
        <button type="button" class="button" onClick={close}>
          Done
        </button>
      </>
    }
  >
    {outcome.failed.length === 0 ? (
      <p>We’re emailing everyone their ticket.</p>
    ) : (
      <>
        <p>{countOf(outcome.failed.length, 'person', 'people')} couldn’t be added:</p>
        <ul class="lines" aria-label="Not added">
          {outcome.failed.slice(0, 50).map(({ who, why }) => (
            <li key={String(who.row)}>
              <span class="grow">
                <bdi>{who.email || `Row ${numberOf(who.row)}`}</bdi>
                <span class="under">{why}</span>
              </span>
            </li>
          ))}
        </ul>
      </>
    )}
  </Dialog>
)

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
  const [text, type] = useState('')
  const [chosen, choose] = useState<readonly Meaning[] | null>(null)
  const [ticketId, setTicket] = useState(event.tickets[0]?.id ?? '')
  const [outcome, tell] = useState<Outcome | null>(null)
  const work = useWork()
  const rows = rowsOfCsv(text)
  const guessed = meaningsOf(rows, event)
  const meanings = chosen?.length === guessed.meanings.length ? chosen : guessed.meanings
  const people = newcomersOf(rows, { meanings, hasHead: guessed.hasHead }, event)
  const good = people.filter(({ fault }) => fault === null)
  const bad = people.filter(({ fault }) => fault !== null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    choose(null)
    type(await file.text())
  }
  const add = async (ids: readonly string[]) => {
    const failed = new Map<string, string>()
    await Promise.all(
      ids.map(async (id) => {
        const who = good[Number(id)]
        if (who === undefined) return
        const wanted = who.ticketId ?? ticketId
        await session.api
          .post(`/events/${event.id}/guests`, {
            firstName: who.firstName,
            lastName: who.lastName,
            email: who.email,
            ...(wanted === '' ? {} : { ticketId: wanted }),
            ...(who.answers.length === 0 ? {} : { answers: who.answers }),
          })
          .catch((error: unknown) => failed.set(id, wordsOf(error)))
      }),
    )
    return failed
  }
  const send = () =>
    void work.run(async () => {
      if (good.length === 0) return
      const ids = good.map((_, index) => String(index))
      const ended = await startRun('Adding', ids, add, { ofACall: AT_ONCE })
      if (ended === null) return
      tell({
        added: ended.done - ended.failed.size,
        failed: [...ended.failed].flatMap(([id, why]) => {
          const who = good[Number(id)]
          return who === undefined ? [] : [{ who, why }]
        }),
      })
      session.toast(`${countOf(ended.done - ended.failed.size, 'guest')} added.`)
      await changed()
    })
  if (outcome !== null) return <Result slug={event.slug} outcome={outcome} close={close} />
  return (
    <Dialog key="ask" title="Add guests from a file" close={close} wide>
      <Form send={send}>
        <div class="field">
          <label for="guests-file">CSV file</label>
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
            label="Or paste a table"
            rows={4}
            value={text}
            set={type}
            placeholder={'First name, Last name, Email\nNora, Lindqvist, nora@example.org'}
          />
        )}
        {rows.length > 0 && (
          <div key="look" class="stack">
            <div class="scrolls" role="region" aria-label="Rows of the file" tabindex={0}>
              <table class="plain">
                <thead>
                  <tr>
                    {meanings.map((meaning, index) => (
                      <th scope="col" key={String(index)}>
                        <select
                          aria-label={`Column ${String(index + 1)}`}
                          onInput={(change: Event) =>
                            choose(meanings.with(index, (change.currentTarget as HTMLSelectElement).value as Meaning))
                          }
                        >
                          {[
                            ...PARTS,
                            ...event.registrationQuestions.map(({ id, label }) => ({
                              value: `question:${id}` as const,
                              label,
                            })),
                          ].map(({ value, label }) => (
                            <option value={value} key={value} selected={value === meaning}>
                              {label}
                            </option>
                          ))}
                        </select>
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.slice(guessed.hasHead ? 1 : 0, SHOWN + 1).map((cells, index) => (
                    <tr key={String(index)}>
                      {meanings.map((_, column) => (
                        <td key={String(column)}>
                          <bdi>{cells[column] ?? ''}</bdi>
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p role="status">
              <b>{countOf(good.length, 'guest')} will be added</b>
              {bad.length > 0 && `, ${countOf(bad.length, 'row')} skipped:`}
            </p>
            {bad.length > 0 && (
              <ul class="fault-list">
                {bad.slice(0, SHOWN).map(({ row, fault }) => (
                  <li key={String(row)}>
                    Row {numberOf(row)}: {fault}
                  </li>
                ))}
                {bad.length > SHOWN && <li>and {numberOf(bad.length - SHOWN)} more</li>}
              </ul>
            )}
            {event.tickets.length > 1 && (
              <SelectField
                label="Ticket for rows that don’t name one"
                value={ticketId}
                set={setTicket}
                options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <p class="soft small">
              Everyone gets their ticket by email immediately, as if you’d added them one by one.
            </p>
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
              }}
            >
              Choose another file
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>
            {work.isUnderWay ? 'Adding…' : good.length === 0 ? 'Add' : `Add and email ${countOf(good.length, 'guest')}`}
          </Send>
        </footer>
      </Form>
    </Dialog>
  )
}
