import type { Work } from '../parts/asking.ts'
import { faultOf, TextField } from '../parts/fields.tsx'

interface Person {
  firstName: string
  lastName: string
  email: string
}

/** Who somebody is and where they are written to. */
export const PersonFields = ({
  fields,
  set,
  work,
  hint,
}: {
  fields: Person
  set: (changes: Partial<Person>) => void
  work: Work
  /** What follows for the address. */
  hint: string | undefined
}) => (
  <>
    <div class="fields">
      <TextField
        label="First name"
        value={fields.firstName}
        set={(firstName) => set({ firstName })}
        isFocused
        fault={faultOf(work, 'firstName')}
      />
      <TextField
        label="Last name"
        value={fields.lastName}
        set={(lastName) => set({ lastName })}
        fault={faultOf(work, 'lastName')}
      />
    </div>
    <TextField
      label="Mail"
      type="email"
      value={fields.email}
      set={(email) => set({ email })}
      hint={hint}
      fault={faultOf(work, 'email')}
    />
  </>
)
