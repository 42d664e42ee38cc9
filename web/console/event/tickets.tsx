import type { EventAnswer, One, QuestionGiven, TicketAnswer } from '../../shared/answers.ts'
import { orTell } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { within } from '../parts/trouble.ts'
import { moneyOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { questionsWords } from '../words/en/questions.ts'
import { termsWords } from '../words/en/terms.ts'
import { ticketsWords } from '../words/en/tickets.ts'
import { Addons } from './addons.tsx'
import { Coupons } from './coupons.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { inNewOrder, Movers, Reorderable, saveOrder } from './ticket-order.tsx'
import { QuestionForm } from './question-form.tsx'
import { TICKET_LOOKS } from './ticket-looks.ts'
import { TicketSheet } from './ticket-sheet.tsx'

const Questions = ({ session, event, asked }: EventSession) => {
  const words = questionsWords().list
  const { types } = questionsWords()
  const [open, show] = useOpened<number | null>(null)
  const moving = useWork()
  const questions = event.registrationQuestions
  const conditionOf = (questionId: string) => {
    const found = questions.find(({ id }) => id === questionId)
    return found === undefined ? words.dependsOnAnother : words.dependsOn(found.label)
  }
  const save = async (next: readonly QuestionGiven[]) => {
    const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, { registrationQuestions: next })
    asked.put(data)
  }
  const move = (index: number, by: number) => {
    const next = [...questions]
    const [moved] = next.splice(index, 1)
    if (moved !== undefined) next.splice(index + by, 0, moved)
    void moving.run(() => orTell(session, () => save(next)))
  }
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        <button type="button" class="button plain" onClick={() => show(questions.length)}>
          <Icon name="plus" /> {words.add}
        </button>
      </header>
      {questions.length === 0 ? (
        <p class="soft">{words.empty}</p>
      ) : (
        <ol class="lines" aria-label={words.title}>
          {questions.map((question, index) => (
            <li key={question.id}>
              <span class="grow">
                <b>
                  <bdi>{question.label}</bdi>
                </b>
                <span class="under">
                  {[
                    types[question.type],
                    question.required && words.required,
                    question.showAtDoor && words.shownAtDoor,
                    question.askOf === 'BUYER' && words.askedOnce,
                    question.showIf !== null && conditionOf(question.showIf.questionId),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <button
                type="button"
                class="button bare"
                aria-label={words.moveUp(question.label)}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <Icon name="up" />
              </button>
              <button
                type="button"
                class="button bare"
                aria-label={words.moveDown(question.label)}
                disabled={index === questions.length - 1}
                onClick={() => move(index, 1)}
              >
                <Icon name="down" />
              </button>
              <button
                type="button"
                class="button bare"
                aria-label={words.editQuestion(question.label)}
                onClick={() => show(index)}
              >
                <Icon name="edit" /> {termsWords().edit}
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
            within(`registrationQuestions.${String(open)}`, () =>
              save(
                questions[open] === undefined
                  ? [...questions, question]
                  : questions.with(open, { ...questions[open], ...question }),
              ),
            )
          }
          remove={() => save(questions.filter((_, index) => index !== open))}
        />
      )}
    </section>
  )
}

export const TicketsTab = (tab: EventSession) => {
  const words = ticketsWords()
  const terms = termsWords()
  const { session, event, asked } = tab
  const { place } = session
  const openId = place.query.get('ticket')
  const open = (id: string | null) => session.go(withQuery(place, { ticket: id }), { replace: openId !== null })
  const opened = event.tickets.find(({ id }) => id === openId)
  const moving = useWork()
  const move = (id: string, to: number) =>
    moving.run(() =>
      orTell(session, async () => {
        await saveOrder(session.api, event.id, inNewOrder(event.tickets, id, to))
        await asked.again()
      }),
    )
  const movers = {
    id: 'order',
    title: words.list.order,
    kind: 'sub' as const,
    align: 'end' as const,
    draw: (ticket: TicketAnswer) => <Movers tickets={event.tickets} ticket={ticket} move={move} />,
  }
  return (
    <EventFrame
      session={session}
      event={event}
      asked={asked}
      tab="tickets"
      acts={
        <button type="button" class="button" onClick={() => open('new')}>
          <Icon name="plus" /> {words.list.newTicket}
        </button>
      }
    >
      {event.tickets.length === 0 ? (
        <Empty title={words.list.empty}>{words.list.emptyHint}</Empty>
      ) : (
        <Reorderable move={move}>
          <Table
            label={terms.tickets}
            rows={event.tickets}
            idOf={({ id }) => id}
            current={openId}
            columns={[
              {
                id: 'name',
                title: terms.ticket,
                kind: 'main',
                draw: (ticket) => (
                  <a href={withQuery(place, { ticket: ticket.id })} data-row>
                    <span>
                      <b>
                        <bdi>{ticket.name}</bdi>
                      </b>
                      <small>
                        {[
                          ticket.isHidden && words.list.hidden,
                          ticket.requiresApproval && words.list.needsApproval,
                          ticket.description,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                  </a>
                ),
              },
              {
                id: 'price',
                title: words.list.price,
                kind: 'end',
                align: 'end',
                draw: (ticket) => moneyOf(ticket.price, ticket.currency),
              },
              {
                id: 'seats',
                title: words.list.seats,
                kind: 'fill',
                draw: (ticket) => <Fill taken={ticket.sold} of={ticket.capacity} />,
              },
              {
                id: 'state',
                title: terms.status,
                kind: 'state',
                draw: (ticket) => <Chip {...TICKET_LOOKS[ticket.status]} words={words.statuses[ticket.status]} />,
              },
              ...(event.tickets.length > 1 ? [movers] : []),
            ]}
          />
        </Reorderable>
      )}
      <Addons tab={tab} />
      <Questions {...tab} />
      <Coupons session={session} event={event} />
      {openId !== null && (openId === 'new' || opened !== undefined) && (
        <TicketSheet key={openId} tab={tab} ticket={opened ?? null} close={() => open(null)} />
      )}
    </EventFrame>
  )
}
