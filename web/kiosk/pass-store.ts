import { passIn, type PassLink } from './codes.ts'

const KEY = 'kiosk.pass'

/** The token lives as long as the tab: it is kept where no other tab and no later day finds it. */
export const keptPass = (): PassLink | null => {
  const text = sessionStorage.getItem(KEY)
  return text === null ? null : (JSON.parse(text) as PassLink)
}
export const keepPass = (pass: PassLink) => sessionStorage.setItem(KEY, JSON.stringify(pass))
export const dropPass = () => sessionStorage.removeItem(KEY)

/** Takes the pass out of the address, so that no history and no screenshot shows it. */
export const takePassFromAddress = () => {
  const pass = passIn(location.href)
  if (pass === null) return
  keepPass(pass)
  history.replaceState(null, '', location.pathname)
}
