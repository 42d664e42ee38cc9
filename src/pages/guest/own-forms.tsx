import { inNameOrder } from '../../presentation/name.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { MaybeAsked, TextField, type Filled } from '../event/fields.tsx'

export type ListedPerson = NonNullable<OwnRegistration['party']>['guests'][number]

/** The open form of one guest, with the submitted values and errors after a failed attempt. */
export interface OpenForm extends Filled {
  guestId: string
  action: 'edit' | 'transfer'
}

/** Returns the form that a link of the page opens, without values. */
export const formIn = ({ searchParams }: URL): OpenForm | null => {
  for (const action of ['edit', 'transfer'] as const) {
    const guestId = searchParams.get(action)
    if (guestId !== null) return { action, guestId, typed: new URLSearchParams(), problem: null }
  }
  return null
}

/**
 * Returns the questions for the guest's ticket, including those that depend on other answers: the API evaluates their
 * conditions. A guest who came alone answers all questions.
 */
const questionsFor = ({ guest }: ListedPerson, { event, party }: OwnRegistration) =>
  event.registrationQuestions.filter(
    ({ askOf, ticketIds }) =>
      (party === null || askOf === 'ATTENDEE') &&
      (ticketIds === null || (guest.ticket !== null && ticketIds.includes(guest.ticket.id))),
  )

/** Returns the stored values. The form is filled with them when it first appears. */
const typedOf = ({ guest }: ListedPerson, own: OwnRegistration) => {
  const typed = new URLSearchParams({
    firstName: guest.firstName,
    lastName: guest.lastName,
    ...(guest.emailIsBuyers ? {} : { email: guest.email }),
  })
  for (const { id, label, type } of own.event.registrationQuestions) {
    const answer = guest.registrationAnswers.find(({ question }) => question === label)?.answer
    if (answer === undefined || (type === 'CHECKBOX' && answer !== 'true')) continue
    for (const choice of type === 'MULTISELECT' ? answer.split(', ') : [answer]) typed.append(`answer.${id}`, choice)
  }
  return typed
}

export interface FormContext {
  own: OwnRegistration
  /** Returns a path below this page, keeping the query string. */
  path: (rest: string) => string
  form: OpenForm | null
  language: Language
}

const Problem = ({ form }: { form: OpenForm }) =>
  form.problem && (
    <p class="notice bad" role="alert" id="trouble">
      {form.problem.text}
    </p>
  )

const Buttons = ({ label, path, language: { words } }: Pick<FormContext, 'path' | 'language'> & { label: string }) => (
  <p class="row">
    <button class="button" type="submit">
      {label}
    </button>
    <a class="button plain" href={path('')}>
      {words.doubt.back}
    </a>
  </p>
)

/** Whether the guest may change an address, which the API allows for guests who came alone. */
const mayChangeAddress = ({ own }: FormContext, { guest }: ListedPerson) =>
  own.party === null ? !own.event.verifyEmail && guest.status !== 'CHECKED_IN' : guest.emailIsBuyers

export const EditForm = (shown: FormContext & { member: ListedPerson; form: OpenForm }) => {
  const { member, own, path, form, language } = shown
  const { words } = language
  const { guest } = member
  const isFirst = form.problem === null && [...form.typed.keys()].length === 0
  const shared = {
    filled: { ...form, ...(isFirst ? { typed: typedOf(member, own) } : {}), scope: `${guest.id}-`, says: words.fault },
    words: words.form,
  }
  return (
    <form
      method="post"
      action={path(`/guests/${guest.id}`)}
      class="stack"
      novalidate
      data-check={words.fault.somethingMissing}
    >
      <Problem form={form} />
      <div class="pair">
        {inNameOrder(
          language.locale,
          <TextField name="firstName" label={words.form.firstName} maxlength={200} required={false} {...shared} />,
          <TextField name="lastName" label={words.form.lastName} maxlength={200} required={false} {...shared} />,
        )}
      </div>
      {mayChangeAddress(shown, member) && (
        <div>
          <TextField
            name="email"
            label={words.form.email}
            type="email"
            maxlength={254}
            required={own.party === null}
            {...shared}
          />
          {own.party === null && <p class="quiet">{words.guest.movesLink}</p>}
        </div>
      )}
      {questionsFor(member, own).map((question) => (
        <MaybeAsked question={question} event={own.event} {...shared} />
      ))}
      <Buttons label={words.guest.save} path={path} language={language} />
    </form>
  )
}

export const TransferForm = ({
  member: { guest },
  path,
  form,
  language,
}: FormContext & { member: ListedPerson; form: OpenForm }) => {
  const { words } = language
  return (
    <form
      method="post"
      action={path(`/guests/${guest.id}/transfer`)}
      class="stack"
      novalidate
      data-check={words.fault.somethingMissing}
    >
      <Problem form={form} />
      <div>
        <TextField
          name="recipientEmail"
          label={words.guest.passOnTo}
          type="email"
          maxlength={254}
          filled={{ ...form, scope: `${guest.id}-`, says: words.fault }}
          words={words.form}
        />
        <p class="quiet">{words.doubt.lose}</p>
      </div>
      <Buttons label={words.guest.passOn} path={path} language={language} />
    </form>
  )
}
