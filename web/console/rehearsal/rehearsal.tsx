import { useLayoutEffect } from 'hono/jsx/dom'
import type { One, RehearsalAnswer } from '../../shared/answers.ts'
import { EventFrame, type EventSession } from '../event/event-frame.tsx'
import { useAsked } from '../parts/asking.ts'
import { useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Segments } from '../parts/tools.tsx'
import { numberOf } from '../parts/words.ts'
import { orTell } from '../session.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { Result } from './result.tsx'

const SIZES = [50, 150, 300]
const POLL_MS = 1_500

type Listed = { data: RehearsalAnswer[] }

/** The newest rehearsal with its result, or null if there is none. */
const newest = async ({ api }: EventSession['session'], eventId: string) => {
  const [first] = (await api.get<Listed>(`/events/${eventId}/rehearsals`)).data
  return first === undefined
    ? { found: null }
    : { found: (await api.get<One<RehearsalAnswer>>(`/events/${eventId}/rehearsals/${first.id}`)).data }
}

/** Rehearses the event, and shows the newest rehearsal. */
export const RehearsalTab = ({ session, event, asked: ofEvent }: EventSession) => {
  const words = rehearsalWords()
  const [guests, choose] = useState(String(SIZES[0]))
  const asked = useAsked(() => newest(session, event.id), [event.id])
  const found = asked.data?.found ?? null
  const isRunning = found?.status === 'RUNNING'
  const isOver = event.status === 'CANCELLED' || Date.parse(event.endAt) <= Date.now()
  useLayoutEffect(() => {
    const timer = isRunning ? setInterval(() => void asked.again(), POLL_MS) : null
    return () => {
      if (timer !== null) clearInterval(timer)
    }
  }, [isRunning])
  const start = () =>
    void orTell(session, async () => {
      const seed = found === null ? 1 : (found.seed % 2_147_483_647) + 1
      await session.api.post(`/events/${event.id}/rehearsals`, { guests: Number(guests), seed })
      await asked.again()
    })
  const act = isOver ? (
    <p class="soft">{words.over}</p>
  ) : (
    <div class="row">
      <span class="soft">{words.guests}</span>
      <Segments
        label={words.guests}
        value={guests}
        set={choose}
        choices={SIZES.map((size) => ({ value: String(size), label: numberOf(size) }))}
      />
      <button type="button" class="button" onClick={start} disabled={isRunning}>
        {found === null ? words.start : words.again}
      </button>
    </div>
  )
  return (
    <EventFrame session={session} event={event} asked={ofEvent} tab="rehearsal">
      <Shown
        asked={asked}
        rows={8}
        draw={() =>
          found === null ? (
            <Empty title={words.emptyTitle} act={act}>
              {words.lead}
            </Empty>
          ) : (
            <div class="rehearsal stack">
              <header class="spread">
                <p class="soft lead">{words.lead}</p>
                {act}
              </header>
              {isRunning && (
                <p class="rehearsing" role="status">
                  <i aria-hidden="true" /> {words.running}
                </p>
              )}
              {found.status === 'FAILED' && (
                <p class="trouble" role="alert">
                  {words.failed}
                </p>
              )}
              {found.result !== null && <Result session={session} event={event} result={found.result} key={found.id} />}
            </div>
          )
        }
      />
    </EventFrame>
  )
}
