import type { OperatedAnswer, PageOf } from '../../shared/answers.ts'
import { PLANS, type Plan } from '../../../src/kernel/vocabulary.ts'
import type { Session } from '../session.ts'
import { orTell } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useSettled } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, LongField, TextField } from '../parts/fields.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { fromNow, numberOf } from '../parts/words.ts'
import { HOME, NEW_CALENDAR } from '../place.ts'
import { calendarWords } from '../words/en/calendar.ts'
import { operatorWords } from '../words/en/operator.ts'
import { partsWords } from '../words/en/parts.ts'
import { termsWords } from '../words/en/terms.ts'

const PAGE = 50

interface Acting {
  session: Session
  calendar: OperatedAnswer
  changed(): Promise<void>
}

const Suspend = ({ session, calendar, changed, close }: Acting & { close(): void }) => {
  const words = operatorWords().suspendDialog
  const [reason, say] = useState('')
  return (
    <Ask
      title={words.title(calendar.name)}
      action={words.suspend}
      isDangerous
      close={close}
      act={async () => {
        await session.api.put(`/calendars/${calendar.slug}/suspension`, { suspended: true, reason })
        await changed()
        session.toast(words.done(calendar.name))
      }}
    >
      <p>{words.text}</p>
      <LongField label={words.reason} value={reason} set={say} rows={2} />
    </Ask>
  )
}

const Line = ({ session, calendar, changed, suspend }: Acting & { suspend(): void }) => {
  const words = operatorWords()
  const { plans } = termsWords()
  const { slug, name, suspension } = calendar
  const act = (said: string, work: () => Promise<unknown>) =>
    void orTell(session, async () => {
      await work()
      session.toast(said)
    }).then(changed)
  const setPlan = (plan: Plan) =>
    act(words.planSet[plan](name), () => session.api.put(`/calendars/${slug}/plan`, { plan }))
  const reinstate = () =>
    act(words.reinstated(name), () => session.api.put(`/calendars/${slug}/suspension`, { suspended: false }))
  return (
    <li>
      <span class="grow">
        <b>
          <bdi>{name}</bdi>
        </b>
        <span class="under">
          {words.about(<code>{slug}</code>, words.events(calendar.eventCount), words.members(calendar.memberCount))}
        </span>
        {suspension !== null && <span class="under">{words.suspended(suspension.reason)}</span>}
        {calendar.eraseAt !== null && <span class="under">{words.erased(fromNow(calendar.eraseAt))}</span>}
      </span>
      <select
        class="pill"
        aria-label={words.planOf(name)}
        value={calendar.plan}
        onInput={(event: Event) => setPlan((event.currentTarget as HTMLSelectElement).value as Plan)}
      >
        {PLANS.map((plan) => (
          <option value={plan} key={plan} selected={plan === calendar.plan}>
            {plans[plan]}
          </option>
        ))}
      </select>
      {suspension === null ? (
        <button type="button" class="button plain" aria-label={words.suspendNamed(name)} onClick={suspend}>
          {words.suspend}
        </button>
      ) : (
        <button type="button" class="button plain" aria-label={words.reinstateNamed(name)} onClick={reinstate}>
          {words.reinstate}
        </button>
      )}
    </li>
  )
}

/** Without a filter, the list is empty only on a new service. */
const NoCalendars = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title={operatorWords().none} />
  ) : (
    <Empty
      title={calendarWords().newCalendar.firstTitle}
      act={
        <a class="button" href={NEW_CALENDAR}>
          {termsWords().newCalendar}
        </a>
      }
    />
  )

/** Only the service's operator gets here; the service refuses everyone else. */
export const OperatorScreen = ({ session }: { session: Session }) => {
  const words = operatorWords()
  const [typed, type] = useState('')
  const [isSuspended, showSuspended] = useState(false)
  const [page, turn] = useState(1)
  const [suspending, suspend] = useOpened<OperatedAnswer | null>(null)
  const q = useSettled(typed.trim(), 300)
  const asked = useAsked(
    () =>
      session.api.get<PageOf<OperatedAnswer>>('/operator/calendars', {
        q,
        suspended: isSuspended ? true : null,
        page,
        limit: PAGE,
      }),
    ['operator', q, isSuspended, page],
  )
  return (
    <Screen crumbs={[{ words: termsWords().yourCalendars, href: HOME }, { words: words.title }]} title={words.title}>
      <Head title={words.title} lead={words.lead} />
      <TextField
        label={words.search}
        type="search"
        value={typed}
        set={(text) => {
          type(text)
          turn(1)
        }}
      />
      <CheckField
        label={words.onlySuspended}
        value={isSuspended}
        set={(isOnly) => {
          showSuspended(isOnly)
          turn(1)
        }}
      />
      <Shown
        asked={asked}
        draw={({ data, total, totalPages }) =>
          data.length === 0 ? (
            <NoCalendars isFiltered={q !== '' || isSuspended} />
          ) : (
            <div class="stack">
              <ul class="lines" aria-label={words.title}>
                {data.map((calendar) => (
                  <Line
                    key={calendar.id}
                    session={session}
                    calendar={calendar}
                    changed={asked.again}
                    suspend={() => suspend(calendar)}
                  />
                ))}
              </ul>
              <p class="row">
                <span class="soft">
                  {partsWords().range(
                    numberOf((page - 1) * PAGE + 1),
                    numberOf((page - 1) * PAGE + data.length),
                    numberOf(total),
                  )}
                </span>
                {page > 1 && (
                  <button type="button" class="button plain" onClick={() => turn(page - 1)}>
                    {words.previous}
                  </button>
                )}
                {page < totalPages && (
                  <button type="button" class="button plain" onClick={() => turn(page + 1)}>
                    {words.next}
                  </button>
                )}
              </p>
            </div>
          )
        }
      />
      {suspending !== null && (
        <Suspend session={session} calendar={suspending} changed={asked.again} close={() => suspend(null)} />
      )}
    </Screen>
  )
}
