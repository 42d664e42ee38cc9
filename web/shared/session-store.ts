/** What a sign-in leaves in the tab: nowhere else, and gone with the tab. */
export interface Session {
  accessToken: string
  /** Epoch milliseconds by the clock of this machine. */
  expiresAt: number
  refreshToken: string | null
  idToken: string | null
  name: string
}

/** What is needed once the person comes back from the provider. */
export interface Departure {
  verifier: string
  nonce: string
  /** Where in the page the person was. */
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

/** Each is good for one return. */
export const takeDeparture = (state: string): Departure | null => {
  const found = read<Departure>(DEPARTURE + state)
  sessionStorage.removeItem(DEPARTURE + state)
  return found
}

/** The session, and every departure that nobody came back from. */
export const forgetAll = () => {
  const ours = Object.keys(sessionStorage).filter((name) => name === SESSION || name.startsWith(DEPARTURE))
  for (const name of ours) sessionStorage.removeItem(name)
}
