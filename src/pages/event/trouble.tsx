import { Said } from '../../presentation/markup.tsx'
import { inNameOrder } from '../../presentation/name.ts'
import { colonIn } from '../../presentation/plain.ts'
import { priceField } from '../../presentation/selection.ts'
import type { Language, Words } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { idOf } from './fields.tsx'
import { fieldOf, type Problem } from './form.ts'
import { guestPrefix } from './submission.ts'

const GUEST_FIELD = /^guests\.(\d+)\.(.*)$/

/** Returns the label of a field in the error summary, or null for a field that the form does not have. */
const labelOf = (name: string, event: PublicEvent, firstGuest: number, words: Words): string | null => {
  const { form, ticket } = words
  const [, index, field] = GUEST_FIELD.exec(name) ?? []
  if (index !== undefined && field !== undefined)
    return [form.guest(Number(index) + firstGuest), labelOf(field, event, firstGuest, words)]
      .filter((part) => part !== null)
      .join(' · ')
  const labels: Readonly<Record<string, string>> = {
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    ticketId: ticket.tickets,
    addons: ticket.addons,
    couponCode: form.coupon,
    date: words.event.alsoOn,
  }
  return labels[name] ?? event.registrationQuestions.find((question) => fieldOf(question) === name)?.label ?? null
}

/** Returns the field names in the order in which the form shows them. */
const fieldsInOrder = (
  { registrationQuestions, tickets }: Pick<PublicEvent, 'registrationQuestions' | 'tickets'>,
  guests: number,
  { locale }: Pick<Language, 'locale'>,
) => {
  const names = [...inNameOrder(locale, 'firstName', 'lastName'), 'email']
  const [needed, others] = [
    registrationQuestions.filter(({ required }) => required),
    registrationQuestions.filter(({ required }) => !required),
  ]
  return [
    'ticketId',
    ...tickets.map(({ id }) => priceField(id)),
    'addons',
    ...names,
    ...registrationQuestions.map(fieldOf),
    ...Array.from({ length: guests }, (_, index) =>
      [...names, ...[...others, ...needed].map(fieldOf)].map((name) => guestPrefix(index) + name),
    ).flat(),
    'date',
    'couponCode',
  ]
}

/** The error summary above a form, in the order of the page, with a link to each field. */
export const Trouble = ({
  problem,
  event,
  guests = 0,
  firstGuest = 2,
  language,
}: {
  problem: Problem
  event: PublicEvent
  guests?: number
  /** The number of the first guest: 1 if the buyer does not attend. */
  firstGuest?: number
  language: Language
}) => {
  const order = fieldsInOrder(event, guests, language)
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const faults = Object.entries(problem.faults).toSorted(([left], [right]) => placeOf(left) - placeOf(right))
  return (
    <div class="notice bad" role="alert" id="trouble" tabindex={-1} autofocus>
      <p>
        <strong>{problem.text}</strong>
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, fault]) => {
            const label = labelOf(name, event, firstGuest, language.words)
            return (
              <li>
                <a href={`#${idOf(name)}`}>
                  {label !== null && (
                    <>
                      <Said text={label} />
                      {/[?!؟？！]\s*$/.test(label) ? ' ' : colonIn(language.locale)}
                    </>
                  )}
                  {fault}
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
