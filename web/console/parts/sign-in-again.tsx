import { Refusal } from '../../shared/api.ts'
import { orTell, type Session } from '../session.ts'
import { termsWords } from '../words/en/terms.ts'

export const isStale = (error: unknown) => error instanceof Refusal && error.code === 'reauthentication_required'

/** Shown if the API asks for a sign-in of the last minutes. The user returns to this screen afterwards. */
export const SignInAgain = ({ session, text }: { session: Session; text?: string }) => (
  <p class="note" role="alert">
    {text ?? termsWords().signInAgain}{' '}
    <button type="button" class="button" onClick={() => void orTell(session, session.signInAgain)}>
      {termsWords().signInAgainAction}
    </button>
  </p>
)
