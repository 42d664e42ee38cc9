import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import type { Words } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { emptyText, fieldOf, invalidText, type Problem, type Typed } from './form.ts'

type Question = PublicEvent['registrationQuestions'][number]

export interface Filled {
  typed: Typed
  problem: Problem | null
  /** A prefix for element ids, for pages with several forms. */
  scope?: string
  /** A prefix for the names of question fields, for forms with several people. */
  prefix?: string
  /** The messages of a form that the page's script checks before it is sent. */
  says?: Words['fault']
}

type FormWords = Words['form']

export const idOf = (name: string, { scope = '' }: Pick<Filled, 'scope'> = {}) => `field-${scope}${name}`
const faultIdOf = (name: string, { scope = '' }: Pick<Filled, 'scope'>) => `fault-${scope}${name}`

export const faultOf = (name: string, { problem }: Filled) => problem?.faults[name]

/** The messages that the script shows if the field is empty or its value is invalid. */
const messagesFor = (name: string, { prefix = '', says }: Filled, type?: Question['type']) => {
  const field = name.startsWith(prefix) ? name.slice(prefix.length) : name
  return says && { 'data-empty': emptyText(field, says), 'data-wrong': invalidText(field, type, says) }
}

/** The attributes that every control has, including the reference to its error message. */
const control = (name: string, required: boolean, filled: Filled, type?: Question['type']) => ({
  id: idOf(name, filled),
  name,
  required,
  ...messagesFor(name, filled, type),
  ...(faultOf(name, filled) !== undefined && { 'aria-invalid': 'true', 'aria-describedby': faultIdOf(name, filled) }),
})

const Fault = ({ name, filled }: { name: string; filled: Filled }) => {
  const fault = faultOf(name, filled)
  return fault === undefined ? null : (
    <p class="error" id={faultIdOf(name, filled)}>
      {fault}
    </p>
  )
}

const Optional = ({ required, words }: { required: boolean; words: FormWords }) =>
  required ? null : <span class="hint"> ({words.optional})</span>

/**
 * Replaces `type="email"`. Chromium rewrites the domain in such an input by IDNA 2003, so that `anna@straße.de` becomes
 * `anna@strasse.de`, another domain. A text input sends the address as typed, and `Email` converts it.
 */
const EMAIL_INPUT = {
  inputmode: 'email',
  autocapitalize: 'none',
  spellcheck: false,
  pattern: '[^\\s@]+@[^\\s@]+',
} as const

export const TextField = ({
  name,
  label,
  filled,
  words,
  required = true,
  isSilent = false,
  kind,
  type,
  ...rest
}: {
  name: string
  label: string
  filled: Filled
  words: FormWords
  required?: boolean
  isSilent?: boolean
  kind?: Question['type']
  type?: string
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'url' | 'email'
  maxlength?: number
  step?: string
}) => (
  <div class="field">
    <label for={idOf(name, filled)}>
      <Said text={label} />
      <Optional required={required || isSilent} words={words} />
    </label>
    <input
      {...control(name, required, filled, kind)}
      {...(type === 'email' ? EMAIL_INPUT : { type })}
      {...rest}
      value={filled.typed.get(name) ?? ''}
      dir="auto"
    />
    <Fault name={name} filled={filled} />
  </div>
)

const Group = ({
  name,
  label,
  required,
  isSilent,
  filled,
  words,
  children,
}: {
  name: string
  label: string
  required: boolean
  isSilent: boolean
  filled: Filled
  words: FormWords
  children?: Child
}) => (
  <fieldset
    class="field"
    id={idOf(name, filled)}
    data-group={required ? 'needed' : 'free'}
    {...messagesFor(name, filled)}
    aria-describedby={faultOf(name, filled) === undefined ? undefined : faultIdOf(name, filled)}
  >
    <legend>
      <Said text={label} />
      <Optional required={required || isSilent} words={words} />
    </legend>
    {children}
    <Fault name={name} filled={filled} />
  </fieldset>
)

const TYPES = {
  NUMBER: { type: 'number', step: 'any', inputmode: 'decimal' },
  EMAIL: { type: 'email', maxlength: 254 },
  PHONE: { type: 'tel', maxlength: 30 },
  URL: { type: 'url', maxlength: 2_000 },
  DATE: { type: 'date' },
  TEXT: { type: 'text', maxlength: 5_000 },
} as const

/**
 * Returns whether the question applies only to some guests. Its field is not marked `required`, because only the script
 * or the API knows whether the question applies.
 */
const isConditional = ({ ticketIds, showIf }: Question) => ticketIds !== null || showIf !== null

/** Explains when a question applies. Readers without JavaScript see all questions and need this hint. */
const Condition = ({ question, event, words }: { question: Question; event: PublicEvent; words: FormWords }) => {
  const { showIf, ticketIds } = question
  const on = event.registrationQuestions.find(({ id }) => id === showIf?.questionId)
  const tickets = event.tickets.filter(({ id }) => ticketIds?.includes(id) === true)
  return (
    <p class="hint" data-when>
      {showIf !== null && on !== undefined && <Said text={words.onlyIf(on.label, showIf.anyOf.join(', '))} />}{' '}
      {ticketIds !== null && <Said text={words.onlyWith(tickets.map(({ name }) => name).join(', '))} />}
    </p>
  )
}

/** A question, along with any conditions. The page script evaluates them with `questionsAsked`, as the API does. */
export const MaybeAsked = ({ question, event, filled, words }: QuestionProps) => {
  const depends = isConditional(question)
  return (
    <div data-needs={question.required ? 'true' : undefined} data-shows={question.id}>
      {depends && <Condition {...{ question, event, words }} />}
      <QuestionField
        question={depends ? { ...question, required: false } : question}
        filled={filled}
        words={words}
        isSilent={question.required}
      />
    </div>
  )
}

interface QuestionProps {
  question: Question
  event: PublicEvent
  filled: Filled
  words: FormWords
}

/** Returns the conditions of all questions as JSON for the page script, or nothing if there are no questions. */
export const conditionsOf = ({ registrationQuestions }: PublicEvent) =>
  registrationQuestions.length > 0
    ? JSON.stringify(
        registrationQuestions.map(({ id, askOf, ticketIds, showIf }) => ({ id, askOf, ticketIds, showIf })),
      )
    : undefined

/** The input control for a question, chosen by its type. */
const QuestionField = ({
  question,
  filled,
  words,
  isSilent = false,
}: {
  question: Question
  filled: Filled
  words: FormWords
  /** Hides the "(optional)" hint. Used for questions that are required as soon as their condition is met. */
  isSilent?: boolean
}) => {
  const { label, type, required, options } = question
  const name = `${filled.prefix ?? ''}${fieldOf(question)}`
  if (type === 'CHECKBOX') {
    return (
      <div class="field">
        <label class="choice">
          <input type="checkbox" value="true" {...control(name, required, filled)} checked={filled.typed.has(name)} />
          <span>
            <Said text={label} />
            <Optional required={required || isSilent} words={words} />
          </span>
        </label>
        <Fault name={name} filled={filled} />
      </div>
    )
  }
  if (type === 'MULTISELECT') {
    const chosen = filled.typed.getAll(name)
    return (
      <Group name={name} label={label} required={required} isSilent={isSilent} filled={filled} words={words}>
        {options.map((option) => (
          <label class="choice">
            <input type="checkbox" name={name} value={option} checked={chosen.includes(option)} />
            <Said text={option} />
          </label>
        ))}
      </Group>
    )
  }
  if (type === 'SELECT') {
    const chosen = filled.typed.get(name) ?? ''
    return (
      <div class="field">
        <label for={idOf(name, filled)}>
          <Said text={label} />
          <Optional required={required || isSilent} words={words} />
        </label>
        <select {...control(name, required, filled)}>
          <option value="">{required || isSilent ? words.chooseOne : words.noAnswer}</option>
          {options.map((option) => (
            <option value={option} selected={option === chosen}>
              {withoutTurns(option)}
            </option>
          ))}
        </select>
        <Fault name={name} filled={filled} />
      </div>
    )
  }
  if (type === 'TEXTAREA') {
    return (
      <div class="field">
        <label for={idOf(name, filled)}>
          <Said text={label} />
          <Optional required={required || isSilent} words={words} />
        </label>
        <textarea {...control(name, required, filled)} maxlength={5_000} dir="auto">
          {filled.typed.get(name) ?? ''}
        </textarea>
        <Fault name={name} filled={filled} />
      </div>
    )
  }
  return (
    <TextField
      name={name}
      label={label}
      required={required}
      isSilent={isSilent}
      filled={filled}
      words={words}
      kind={type}
      {...TYPES[type]}
    />
  )
}
