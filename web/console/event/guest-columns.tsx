import type { GuestAnswer } from '../../shared/answers.ts'
import { Chip } from '../parts/chip.tsx'
import type { Column } from '../parts/table.tsx'
import { momentOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import type { Run } from './bulk.ts'
import type { EventSession } from './event-frame.tsx'
import { guestName, guestState, isGone } from './guest-state.ts'
import { choiceWords } from './question-types.ts'

/** Columns of the guest list. The first registration question gets a column of its own. */
export const guestColumns = (
  { event, session }: EventSession,
  run: Run,
  guests: readonly GuestAnswer[],
): Column<GuestAnswer>[] => {
  const [question] = event.registrationQuestions
  const hasTicket = guests.some(({ ticket }) => ticket !== undefined) && event.tickets.length > 1
  const hasTime = guests.some(({ createdAt }) => createdAt !== undefined)
  return [
    {
      id: 'name',
      title: 'Name',
      kind: 'main',
      draw: (guest) => (
        <a href={withQuery(session.place, { guest: guest.id })} data-row>
          <span>
            <b class={isGone(guest.status) ? 'gone' : ''}>
              <bdi>{guestName(guest).name}</bdi>
            </b>
            <small>
              <bdi>{guestName(guest).below}</bdi>
            </small>
          </span>
        </a>
      ),
    },
    ...(hasTicket
      ? [{ id: 'ticket', title: 'Ticket', kind: 'end' as const, draw: ({ ticket }: GuestAnswer) => ticket?.name ?? '' }]
      : []),
    {
      id: 'status',
      title: 'Status',
      kind: 'state',
      draw: (guest) => {
        const failure = run.failed.get(guest.id)
        if (failure !== undefined) return <Chip mark="bad" tone="bad" words={failure} />
        if (run.current.has(guest.id)) return <Chip mark="clock" tone="accent" words={run.doing} />
        return <Chip {...guestState(guest)} />
      },
    },
    ...(question === undefined
      ? []
      : [
          {
            id: 'answer',
            title: question.label,
            kind: 'hide' as const,
            draw: ({ registrationAnswers }: GuestAnswer) => (
              <span class="soft">
                {choiceWords(
                  question,
                  registrationAnswers.find((answer) => answer.question === question.label)?.answer ?? '',
                )}
              </span>
            ),
          },
        ]),
    ...(hasTime
      ? [
          {
            id: 'since',
            title: 'Registered',
            kind: 'hide' as const,
            align: 'end' as const,
            draw: ({ createdAt }: GuestAnswer) => (
              <span class="soft">{createdAt === undefined ? '' : momentOf(createdAt)}</span>
            ),
          },
        ]
      : []),
  ]
}
