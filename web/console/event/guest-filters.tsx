import type { GuestCountsAnswer } from '../../shared/answers.ts'
import { Filters } from '../parts/filters.tsx'
import { Pick, Segments } from '../parts/tools.tsx'
import { numberOf } from '../parts/words.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'
import { guestState } from './guest-state.ts'
import { choicesOf, choiceWords } from './question-types.ts'

const STATUSES = ['CONFIRMED', 'CHECKED_IN', 'OFFERED', 'WAITLISTED', 'INVITED', 'DECLINED', 'CANCELLED'] as const

/** The two kinds of `PENDING` guests, as separate choices. */
const AWAITING = [
  { value: 'APPROVAL', count: 'approvals' },
  { value: 'PAYMENT', count: 'unpaidGuests' },
] as const
const isAwaited = (value: string) => AWAITING.some((each) => each.value === value)

export interface GuestFilter {
  awaiting: string
  status: string
  ticketId: string
  questionId: string
  answer: string
  newestFirst: string
}

/** Filters by status, ticket and answer, and a choice of sort order. */
export const GuestFilters = ({
  tab: { event },
  filter,
  show,
  counts,
}: {
  tab: EventSession
  filter: GuestFilter
  show: (changes: Record<string, string | null>) => void
  counts: GuestCountsAnswer | null
}) => {
  const [words, terms] = [guestsWords().filters, termsWords()]
  const { awaiting, status, ticketId, questionId, answer, newestFirst } = filter
  const countOf = (wanted: string) => counts?.statuses.find((each) => each.status === wanted)?.guests
  const asked = event.registrationQuestions.filter((question) => choicesOf(question).length > 0)
  const isShown = (value: string) => value === status || value === 'CONFIRMED' || (countOf(value) ?? 0) > 0
  return (
    <Filters
      count={[awaiting, status, ticketId, answer].filter((value) => value !== '').length}
      clear={() => show({ awaiting: null, status: null, ticket: null, question: null, answer: null })}
      draw={() => (
        <>
          <Segments
            label={words.status}
            value={awaiting === '' ? status : awaiting}
            set={(value) =>
              show(isAwaited(value) ? { awaiting: value, status: null } : { awaiting: null, status: value })
            }
            choices={[
              { value: '', label: terms.all, count: counts?.total },
              ...STATUSES.filter(isShown).map((value) => ({
                value,
                label: guestState({ status: value }).words,
                count: counts === null ? null : (countOf(value) ?? 0),
              })),
              ...AWAITING.flatMap(({ value, count }) => {
                const waiting = counts?.waiting[count] ?? 0
                const label = value === 'APPROVAL' ? words.needsApproval : terms.guestUnpaid
                return waiting > 0 || value === awaiting ? [{ value, label, count: waiting }] : []
              }),
            ]}
          />
          {event.tickets.length > 1 && (
            <Pick
              label={terms.ticket}
              value={ticketId}
              set={(value) => show({ ticket: value })}
              options={event.tickets.map(({ id, name }) => ({
                value: id,
                label: words.ticket(
                  name,
                  numberOf(counts?.tickets.find((ticket) => ticket.ticketId === id)?.guests ?? 0),
                ),
              }))}
            />
          )}
          {asked.length > 0 && (
            <Pick
              label={words.answer}
              value={questionId === '' ? '' : `${questionId}:${answer}`}
              set={(value) => {
                const end = value.indexOf(':')
                show({ question: value.slice(0, Math.max(0, end)), answer: value.slice(end + 1) })
              }}
              options={asked.flatMap((question) =>
                choicesOf(question).map((choice) => ({
                  value: `${question.id}:${choice}`,
                  label: words.answerTo(question.label, choiceWords(question, choice)),
                })),
              )}
            />
          )}
          <button
            type="button"
            class="button plain pill"
            aria-pressed={newestFirst === '' ? 'false' : 'true'}
            onClick={() => show({ newest: newestFirst === '' ? '1' : null })}
          >
            {words.newestFirst}
          </button>
        </>
      )}
    />
  )
}
