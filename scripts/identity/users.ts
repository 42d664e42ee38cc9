export const DEMO_USERS = ['owner', 'manager', 'staff', 'stranger', 'operator'] as const
export type DemoUser = (typeof DEMO_USERS)[number]

export const ROLE_OF: Record<DemoUser, string> = {
  owner: 'Owns the demo calendars',
  manager: 'Edits events and moderates guests',
  staff: 'Works at the door',
  stranger: 'Owns another calendar, none of the demo ones',
  operator: 'Runs the service and sets plans',
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/

/** Any user name of this form may sign in. At first, only the demo users own calendars. */
export const isUserName = (name: string) => NAME.test(name)

export const subjectOf = (name: string) => `usr_${name}`

export const userOfSubject = (subject: string): string | null => {
  const name = subject.startsWith('usr_') ? subject.slice('usr_'.length) : ''
  return isUserName(name) ? name : null
}

export const isOperator = (subject: string) => subject === subjectOf('operator')

/** Every user has an email address of their own, already verified. */
export const profileOf = (name: string) => ({
  name,
  email: `${name}@people.example`,
  email_verified: true,
})
