import { TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'

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
}) => (
  <>
    <div class="fields">
      <TextField label="First name" {...field('firstName')} isFocused />
      <TextField label="Last name" {...field('lastName')} />
    </div>
    <TextField label="Email" type="email" {...field('email')} hint={hint} />
  </>
)
