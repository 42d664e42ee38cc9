import type { GuestAnswer } from '../../shared/answers.ts'
import { Chip } from '../parts/chip.tsx'
import type { Column } from '../parts/table.tsx'
import { momentOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import type { Run } from './bulk.ts'
import type { EventSession } from './event-frame.tsx'
import { guestName, guestState, isGone } from './guest-state.ts'
import { choiceWords } from './question-types.ts'

/** Columns of the guest list. The first registration question gets a column of its own. */
export const guestColumns = (
  { event, session }: EventSession,
  run: Run,
  declining: ReadonlyMap<string, unknown>,
  guests: readonly GuestAnswer[],
): Column<GuestAnswer>[] => {
  const terms = termsWords()
  const [question] = event.registrationQuestions
  const hasTicket = guests.some(({ ticket }) => ticket !== undefined) && event.tickets.length > 1
  const hasTime = guests.some(({ createdAt }) => createdAt !== undefined)
  return [
    {
      id: 'name',
      title: terms.name,
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
      ? [
          {
            id: 'ticket',
            title: terms.ticket,
            kind: 'end' as const,
            draw: ({ ticket }: GuestAnswer) => ticket?.name ?? '',
          },
        ]
      : []),
    {
      id: 'status',
      title: terms.status,
      kind: 'state',
      draw: (guest) => {
        if (declining.has(guest.id)) return <Chip mark="clock" tone="accent" words={guestsWords().declining.state} />
        const failure = run.failed.get(guest.id)
        if (failure !== undefined) return <Chip mark="bad" tone="bad" words={failure} />
        if (run.current.has(guest.id)) return <Chip mark="clock" tone="accent" words={run.words.doing} />
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
            title: guestsWords().list.registered,
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
