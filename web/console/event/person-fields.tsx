import { TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import { eventFieldsWords } from '../words/en/event-fields.ts'
import { termsWords } from '../words/en/terms.ts'

interface Person {
  firstName: string
  lastName: string
  email: string
}

/** Name and email address. */
export const PersonFields = ({
  field,
  hint,
}: Pick<Fields<Person>, 'field'> & {
  /** Shown below the email address. */
  hint: string | undefined
}) => {
  const words = eventFieldsWords().person
  return (
    <>
      <div class="fields">
        <TextField label={words.firstName} {...field('firstName')} isFocused />
        <TextField label={words.lastName} {...field('lastName')} />
      </div>
      <TextField label={termsWords().email} type="email" {...field('email')} hint={hint} />
    </>
  )
}
