import { useState } from 'hono/jsx/dom'
import type { AnnouncementAnswer, GuestAnswer, One, PageOf, ReminderAnswer } from '../../shared/answers.ts'
import { Markdown } from '../../../src/presentation/markdown.tsx'
import { orTell } from '../desk.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { CheckField, faultOf, Form, LongField, OtherFault, Send, TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { Poster } from '../parts/poster.tsx'
import { Shown } from '../parts/states.tsx'
import { Segments } from '../parts/tools.tsx'
import { countOf, fromNow, momentOf, numberOf, spanOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { EventFrame, type EventDesk } from './event-frame.tsx'
import { guestState } from './guest-state.ts'
import { InvitePeople } from './invite.tsx'
import { letterState } from './letter-state.ts'
import { useRepeated } from './repeated.ts'

const STATUSES = ['CONFIRMED', 'CHECKED_IN', 'PENDING', 'WAITLISTED', 'INVITED'] as const
type Status = (typeof STATUSES)[number]

interface Letter {
  subject: string
  body: string
  statuses: readonly Status[]
  ticketIds: readonly string[]
  when: 'now' | 'later'
  at: string
}

const DRAFT = 'letter:'

/** Kept on this device until it is sent. */
const keptLetter = (eventId: string): Partial<Letter> => {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT + eventId) ?? '{}') as Partial<Letter>
  } catch {
    // Nothing is kept where nothing can be.
    return {}
  }
}

const keepLetter = (eventId: string, letter: Letter) => sessionStorage.setItem(DRAFT + eventId, JSON.stringify(letter))

const countAudience = async ({ desk: { api }, event }: EventDesk, { statuses, ticketIds }: Letter) => {
  const tickets = ticketIds.length === 0 ? [''] : ticketIds
  const pages = await Promise.all(
    statuses.flatMap((status) =>
      tickets.map((ticketId) =>
        api.get<PageOf<GuestAnswer>>(`/events/${event.id}/guests`, { status, ticketId, limit: 1 }),
      ),
    ),
  )
  return pages.reduce((sum, { total }) => sum + total, 0)
}

const Write = ({ tab, sent }: { tab: EventDesk; sent: () => Promise<void> }) => {
  const { desk, event } = tab
  const [letter, setLetter] = useState<Letter>(() => ({
    subject: '',
    body: '',
    statuses: ['CONFIRMED'],
    ticketIds: [],
    when: 'now',
    at: '',
    ...keptLetter(event.id),
  }))
  const work = useWork()
  const set = (changes: Partial<Letter>) =>
    setLetter((before) => {
      const next = { ...before, ...changes }
      keepLetter(event.id, next)
      return next
    })
  const reach = useAsked(() => countAudience(tab, letter), ['reach', letter.statuses.join(), letter.ticketIds.join()])
  const send = () =>
    void work.run(async () => {
      const { data } = await desk.api.post<One<AnnouncementAnswer>>(`/events/${event.id}/announcements`, {
        subject: letter.subject,
        body: letter.body,
        audience: { statuses: letter.statuses, ticketIds: letter.ticketIds },
        ...(letter.when === 'later' && letter.at !== '' ? { sendAt: new Date(letter.at).toISOString() } : {}),
      })
      set({ subject: '', body: '' })
      await sent()
      desk.toast(data.status === 'SCHEDULED' ? 'Planned.' : 'On its way.')
    })
  const toggle = <Name extends 'statuses' | 'ticketIds'>(name: Name, value: string, isIn: boolean) => {
    const before: readonly string[] = letter[name]
    set({ [name]: isIn ? [...before, value] : before.filter((each) => each !== value) })
  }
  const count = reach.data ?? 0
  return (
    <div class="letter">
      <Form send={send} label="Write to guests">
        <h2 class="h2">Write to guests</h2>
        <fieldset class="field">
          <legend>To</legend>
          <div class="checks">
            {STATUSES.map((status) => (
              <CheckField
                key={status}
                label={guestState({ status }).words}
                value={letter.statuses.includes(status)}
                set={(isIn) => toggle('statuses', status, isIn)}
              />
            ))}
          </div>
          {event.tickets.length > 1 && (
            <div class="checks">
              {event.tickets.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  value={letter.ticketIds.includes(id)}
                  set={(isIn) => toggle('ticketIds', id, isIn)}
                />
              ))}
            </div>
          )}
          <p class="hint" role="status">
            <b>{countOf(count, 'guest')}.</b>{' '}
            {event.tickets.length > 1 && letter.ticketIds.length === 0 ? 'Whatever their ticket. ' : ''}
            Who has unsubscribed gets nothing.
          </p>
        </fieldset>
        <TextField
          label="Subject"
          value={letter.subject}
          set={(subject) => set({ subject })}
          fault={faultOf(work, 'subject')}
        />
        <LongField
          label="Message"
          rows={9}
          value={letter.body}
          set={(body) => set({ body })}
          hint="Markdown. What you write is kept in this tab until it is sent."
          fault={faultOf(work, 'body')}
        />
        <Segments
          label="When"
          value={letter.when}
          set={(when) => set({ when: when as Letter['when'] })}
          choices={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
        {letter.when === 'later' && (
          <TextField
            key="at"
            label="When it goes out"
            type="datetime-local"
            value={letter.at}
            set={(at) => set({ at })}
            fault={faultOf(work, 'sendAt')}
          />
        )}
        <OtherFault work={work} fields={['subject', 'body', 'sendAt']} />
        <Send work={work}>
          <Icon name="send" /> {letter.when === 'later' ? `Plan for ${numberOf(count)}` : `Send to ${numberOf(count)}`}{' '}
          <kbd>⌘↵</kbd>
        </Send>
      </Form>
      <aside class="mail-side" aria-label="Preview as mail">
        <h3 class="h3">Preview as mail</h3>
        <article class="mail">
          <header>
            <b>
              <bdi>{desk.calendar.name}</bdi>
            </b>
            <span class="soft block">
              <bdi>{letter.subject || 'Subject'}</bdi>
            </span>
          </header>
          <div class="mail-poster">
            <Poster event={event} size={400} />
          </div>
          <div class="prose" key={letter.body}>
            <Markdown text={letter.body || 'What you write stands here.'} dress="page" />
          </div>
          <footer class="soft small">
            {event.title} · {spanOf(event)}
          </footer>
        </article>
      </aside>
    </div>
  )
}

const Progress = ({ letter }: { letter: AnnouncementAnswer }) => {
  const { progress, status, leftOut, recipientCount } = letter
  const out = leftOut.unsubscribed + leftOut.declined
  return (
    <span class="under">
      {status === 'SCHEDULED'
        ? `goes out ${fromNow(letter.sendAt)}`
        : `${numberOf(progress.sent)} of ${numberOf(recipientCount)} sent`}
      {progress.queued > 0 && ` · ${numberOf(progress.queued)} wait`}
      {progress.failed > 0 && ` · ${numberOf(progress.failed)} did not arrive`}
      {out > 0 && ` · ${numberOf(out)} want no mail`}
    </span>
  )
}

const isReminder = (letter: AnnouncementAnswer | ReminderAnswer): letter is ReminderAnswer => 'trigger' in letter

export const MessagesTab = (tab: EventDesk) => {
  const { desk, event, asked: askedEvent } = tab
  const { api, place } = desk
  const path = `/events/${event.id}`
  const asked = useAsked(async () => {
    const [announcements, reminders] = await Promise.all([
      api.get<One<AnnouncementAnswer[]>>(`${path}/announcements`),
      api.get<One<ReminderAnswer[]>>(`${path}/reminders`),
    ])
    return [...announcements.data, ...reminders.data].toSorted((left, right) => right.sendAt.localeCompare(left.sendAt))
  }, [event.id])
  const isMoving = (asked.data ?? []).some(({ status }) => status === 'SENDING')
  useRepeated(asked.again, isMoving ? 1_000 : 20_000)
  const isInviting = place.query.get('invite') !== null
  const remind = () =>
    void orTell(desk, async () => {
      await api.post(`${path}/reminders`, {})
      await asked.again()
      desk.toast('The reminder is on its way.')
    })
  return (
    <EventFrame
      desk={desk}
      event={event}
      asked={askedEvent}
      tab="messages"
      acts={
        <a class="button plain" href={withQuery(place, { invite: '1' })}>
          <Icon name="messages" /> Invite people
        </a>
      }
    >
      {event.status !== 'PUBLISHED' && event.status !== 'CANCELLED' && (
        <p class="needs">
          <span class="tag warn">Draft</span> Nobody can be mailed about an event that is not published.
        </p>
      )}
      <Write tab={tab} sent={asked.again} />
      <section class="stack">
        <header class="spread">
          <h2 class="h2">Sent and planned</h2>
          <button type="button" class="button plain" onClick={remind}>
            <Icon name="clock" /> Remind now
          </button>
        </header>
        <p class="soft small">
          {event.reminderMinutes.length === 0
            ? 'No reminder goes out by itself.'
            : `${countOf(event.reminderMinutes.length, 'reminder')} before it starts, by itself.`}
        </p>
        <Shown
          asked={asked}
          rows={3}
          draw={(letters) =>
            letters.length === 0 ? (
              <p class="soft">Nothing yet.</p>
            ) : (
              <ul class="lines" aria-label="Sent and planned">
                {letters.map((letter) => (
                  <li key={letter.id}>
                    <span class="grow">
                      <b>
                        <bdi>{letter.subject}</bdi>
                      </b>
                      <Progress letter={letter} />
                    </span>
                    {isReminder(letter) && (
                      <span class="tag">{letter.trigger === 'AUTOMATIC' ? 'by itself' : 'reminder'}</span>
                    )}
                    <Chip {...letterState(letter)} />
                    <time class="soft" datetime={letter.sendAt}>
                      {momentOf(letter.sendAt)}
                    </time>
                  </li>
                ))}
              </ul>
            )
          }
        />
      </section>
      {isInviting && (
        <InvitePeople
          desk={desk}
          event={event}
          close={() => desk.go(withQuery(place, { invite: null }), { replace: true })}
        />
      )}
    </EventFrame>
  )
}
