import { inNameOrder } from '../../presentation/name.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { MaybeAsked, TextField, type Filled } from './fields.tsx'

/** First and last name, in the order that is usual in the language. */
export const NameFields = ({
  filled,
  language,
  isGuest = false,
}: {
  filled: Filled
  language: Language
  isGuest?: boolean
}) => {
  const { form } = language.words
  const prefix = filled.prefix ?? ''
  const shared = { filled, words: form, maxlength: 200, required: !isGuest, isSilent: true }
  const fill = (token: string) => (isGuest ? 'off' : token)
  return (
    <div class="pair">
      {inNameOrder(
        language.locale,
        <TextField name={`${prefix}firstName`} label={form.firstName} autocomplete={fill('given-name')} {...shared} />,
        <TextField name={`${prefix}lastName`} label={form.lastName} autocomplete={fill('family-name')} {...shared} />,
      )}
    </div>
  )
}

export const EmailField = ({
  filled,
  language: {
    words: { form },
  },
  isGuest = false,
}: {
  filled: Filled
  language: Language
  isGuest?: boolean
}) => (
  <TextField
    name={`${filled.prefix ?? ''}email`}
    label={form.email}
    type="email"
    autocomplete={isGuest ? 'off' : 'email'}
    maxlength={254}
    required={!isGuest}
    isSilent
    filled={filled}
    words={form}
  />
)

export const QuestionFields = ({
  questions,
  event,
  filled,
  language,
}: {
  questions: PublicEvent['registrationQuestions']
  event: PublicEvent
  filled: Filled
  language: Language
}) => (
  <>
    {questions.map((question) => (
      <MaybeAsked question={question} event={event} filled={filled} words={language.words.form} />
    ))}
  </>
)
