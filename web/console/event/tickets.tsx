import { useState } from 'hono/jsx/dom'
import type { EventAnswer, One, QuestionGiven, TicketAnswer } from '../../shared/answers.ts'
import { orTell } from '../session.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { moneyOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { Coupons } from './coupons.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { QuestionForm } from './question-form.tsx'
import { TYPE_NAMES } from './question-types.ts'
import { TicketSheet } from './ticket-sheet.tsx'

const STATES: Record<TicketAnswer['status'], ChipLook> = {
  ON_SALE: { mark: 'disc', tone: 'good', words: 'On sale' },
  SCHEDULED: { mark: 'clock', tone: 'plain', words: 'Not yet on sale' },
  SOLD_OUT: { mark: 'full', tone: 'plain', words: 'Sold out' },
  ENDED: { mark: 'ring', tone: 'plain', words: 'Sales ended' },
  PAUSED: { mark: 'dotted', tone: 'warn', words: 'Paused' },
}

const Questions = ({ session, event, asked }: EventSession) => {
  const [open, show] = useState<number | null>(null)
  const questions = event.registrationQuestions
  const labelOf = (id: string) => questions.find((question) => question.id === id)?.label ?? 'another'
  const save = async (next: readonly QuestionGiven[]) => {
    const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, { registrationQuestions: next })
    asked.put(data)
  }
  const move = (index: number, by: number) => {
    const next = [...questions]
    const [moved] = next.splice(index, 1)
    if (moved !== undefined) next.splice(index + by, 0, moved)
    void orTell(session, () => save(next))
  }
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">Questions</h2>
        <button type="button" class="button plain" onClick={() => show(questions.length)}>
          <Icon name="plus" /> Add question
        </button>
      </header>
      {questions.length === 0 ? (
        <p class="soft">Guests only give their name and email address.</p>
      ) : (
        <ol class="lines" aria-label="Questions">
          {questions.map((question, index) => (
            <li key={question.id}>
              <span class="grow">
                <b>
                  <bdi>{question.label}</bdi>
                </b>
                <span class="under">
                  {TYPE_NAMES[question.type]}
                  {question.required ? ' · required' : ''}
                  {question.showAtDoor ? ' · shown at the door' : ''}
                  {question.askOf === 'BUYER' ? ' · asked once' : ''}
                  {question.showIf === null ? '' : ` · depends on “${labelOf(question.showIf.questionId)}”`}
                </span>
              </span>
              <button
                type="button"
                class="button bare"
                aria-label={`Move up ${question.label}`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <Icon name="up" />
              </button>
              <button
                type="button"
                class="button bare"
                aria-label={`Move down ${question.label}`}
                disabled={index === questions.length - 1}
                onClick={() => move(index, 1)}
              >
                <Icon name="down" />
              </button>
              <button
                type="button"
                class="button bare"
                aria-label={`Edit ${question.label}`}
                onClick={() => show(index)}
              >
                <Icon name="edit" /> Edit
              </button>
            </li>
          ))}
        </ol>
      )}
      {open !== null && (
        <QuestionForm
          key={String(open)}
          question={questions[open]}
          tickets={event.tickets}
          earlier={questions.slice(0, open)}
          close={() => show(null)}
          save={(question) =>
            save(
              questions[open] === undefined
                ? [...questions, question]
                : questions.with(open, { ...questions[open], ...question }),
            )
          }
          remove={() => save(questions.filter((_, index) => index !== open))}
        />
      )}
    </section>
  )
}

export const TicketsTab = (tab: EventSession) => {
  const { session, event, asked } = tab
  const { place } = session
  const openId = place.query.get('ticket')
  const open = (id: string | null) => session.go(withQuery(place, { ticket: id }), { replace: openId !== null })
  const opened = event.tickets.find(({ id }) => id === openId)
  return (
    <EventFrame
      session={session}
      event={event}
      asked={asked}
      tab="tickets"
      acts={
        <button type="button" class="button" onClick={() => open('new')}>
          <Icon name="plus" /> New ticket
        </button>
      }
    >
      {event.tickets.length === 0 ? (
        <Empty title="No tickets yet">
          People can register without one. Add a ticket to set a price or its own number of seats.
        </Empty>
      ) : (
        <Table
          label="Tickets"
          rows={event.tickets}
          idOf={({ id }) => id}
          current={openId}
          columns={[
            {
              id: 'name',
              title: 'Ticket',
              kind: 'main',
              draw: (ticket) => (
                <a href={withQuery(place, { ticket: ticket.id })} data-row>
                  <span>
                    <b>
                      <bdi>{ticket.name}</bdi>
                    </b>
                    <small>
                      {[ticket.isHidden && 'hidden', ticket.requiresApproval && 'needs approval', ticket.description]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                </a>
              ),
            },
            { id: 'price', title: 'Price', kind: 'end', draw: (ticket) => moneyOf(ticket.price, ticket.currency) },
            {
              id: 'seats',
              title: 'Seats',
              kind: 'fill',
              draw: (ticket) => <Fill taken={ticket.sold} of={ticket.capacity} />,
            },
            { id: 'state', title: 'Status', kind: 'state', draw: (ticket) => <Chip {...STATES[ticket.status]} /> },
          ]}
        />
      )}
      <Questions {...tab} />
      <Coupons session={session} event={event} />
      {openId !== null && (openId === 'new' || opened !== undefined) && (
        <TicketSheet key={openId} tab={tab} ticket={opened ?? null} close={() => open(null)} />
      )}
    </EventFrame>
  )
}
