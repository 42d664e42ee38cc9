import { Said } from '../../presentation/markup.tsx'
import type { OpenEvent } from '../asking.ts'
import { idOf, QuestionField, TextField, type Filled } from './fields.tsx'
import { fieldOf, type Problem } from './form.ts'
import { TicketChoice } from './tickets.tsx'

const labelOf = (name: string, { registrationQuestions }: OpenEvent) =>
  ({ firstName: 'First name', lastName: 'Last name', email: 'E-mail', ticketId: 'Ticket', couponCode: 'Coupon code' })[
    name
  ] ??
  registrationQuestions.find((question) => fieldOf(question) === name)?.label ??
  null

const Trouble = ({ problem, event }: { problem: Problem; event: OpenEvent }) => (
  <div class="notice bad" role="alert" id="trouble" tabindex={-1} autofocus>
    <p>
      <strong>{problem.text}</strong>
    </p>
    <ul>
      {Object.entries(problem.faults).map(([name, fault]) => {
        const label = labelOf(name, event)
        return (
          <li>
            {label === null ? (
              fault
            ) : (
              <a href={`#${idOf(name)}`}>
                <Said text={label} />: {fault}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  </div>
)

/** Works as it stands; a script sends it without leaving the page and keeps a second press from sending it twice. */
export const RegistrationForm = ({
  event,
  action,
  button,
  invited,
  filled,
}: {
  event: OpenEvent
  action: string
  button: string
  /** The address that was invited, and cannot be another. */
  invited?: string
  filled: Filled
}) => (
  <form method="post" action={action} class="stack registration" data-quick>
    {filled.problem !== null && <Trouble problem={filled.problem} event={event} />}
    {event.tickets.length > 1 && <TicketChoice event={event} filled={filled} />}
    <div class="pair">
      <TextField name="firstName" label="First name" autocomplete="given-name" maxlength={200} filled={filled} />
      <TextField name="lastName" label="Last name" autocomplete="family-name" maxlength={200} filled={filled} />
    </div>
    {invited === undefined ? (
      <TextField name="email" label="E-mail" type="email" autocomplete="email" maxlength={254} filled={filled} />
    ) : (
      <p>
        Invited as <b>{invited}</b>
      </p>
    )}
    {event.registrationQuestions.map((question) => (
      <QuestionField question={question} filled={filled} />
    ))}
    {event.tickets.some(({ price }) => price > 0) && (
      <TextField
        name="couponCode"
        label="Coupon code"
        maxlength={100}
        required={false}
        autocomplete="off"
        filled={filled}
      />
    )}
    <p class="send">
      {event.tickets.length === 1 && <input type="hidden" name="ticketId" value={event.tickets[0]?.id} />}
      <button class="button" type="submit" data-busy="One moment…">
        {button}
      </button>
    </p>
  </form>
)
