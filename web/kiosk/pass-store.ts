import { eventIn, passIn, type PassLink } from './codes.ts'

const KEY = 'kiosk.pass'

/** The token is in `sessionStorage`, which no other tab can read and which ends with the tab. */
export const keptPass = (): PassLink | null => {
  const text = sessionStorage.getItem(KEY)
  return text === null ? null : (JSON.parse(text) as PassLink)
}
export const keepPass = (pass: PassLink) => sessionStorage.setItem(KEY, JSON.stringify(pass))
export const dropPass = () => sessionStorage.removeItem(KEY)

/**
 * Moves the door pass from the URL to `sessionStorage`, so that it does not appear in the history or in a screenshot.
 */
export const takePassFromAddress = () => {
  const pass = passIn(location.href)
  if (pass === null) return
  keepPass(pass)
  history.replaceState(null, '', location.pathname)
}

/** Returns the event of a link without a pass, as in the workspace, and removes it from the URL. */
export const takeEventFromAddress = (): string | null => {
  const eventId = eventIn(location.href)
  if (eventId !== null) history.replaceState(null, '', location.pathname + location.search)
  return eventId
}
