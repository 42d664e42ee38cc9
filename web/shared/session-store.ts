/** The tokens of a sign-in. They are stored in each tab's `sessionStorage`, so they end with the last tab. */
export interface Session {
  accessToken: string
  /** Milliseconds since the epoch, by the local clock. */
  expiresAt: number
  refreshToken: string | null
  idToken: string | null
  name: string
  /** The user's id at the provider. */
  subject: string
}

/** The state that is needed when the provider redirects back to this page. */
export interface Departure {
  verifier: string
  nonce: string
  /** The path, query and hash to which the user returns. */
  place: string
}

const SESSION = 'session'
const DEPARTURE = 'sign-in:'

const read = <Value>(name: string): Value | null => {
  const text = sessionStorage.getItem(name)
  return text === null ? null : (JSON.parse(text) as Value)
}

export const readSession = () => read<Session>(SESSION)

export const keepSession = (session: Session) => sessionStorage.setItem(SESSION, JSON.stringify(session))

export const keepDeparture = (state: string, departure: Departure) =>
  sessionStorage.setItem(DEPARTURE + state, JSON.stringify(departure))

/** Reads and deletes the state, so that it can be used only once. */
export const takeDeparture = (state: string): Departure | null => {
  const found = read<Departure>(DEPARTURE + state)
  sessionStorage.removeItem(DEPARTURE + state)
  return found
}

/** Deletes the session and the state of all sign-ins in progress. */
export const forgetAll = () => {
  const ours = Object.keys(sessionStorage).filter((name) => name === SESSION || name.startsWith(DEPARTURE))
  for (const name of ours) sessionStorage.removeItem(name)
}
