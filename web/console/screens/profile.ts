import type { Session } from '../session.ts'
import { homeWords } from '../words/en/home.ts'

/** Shows or hides the user's name and email address to other members in all of the user's calendars. */
export const keepProfile = async ({ api, toast }: Pick<Session, 'api' | 'toast'>, isShown: boolean) => {
  await (isShown ? api.put('/me/profile') : api.delete('/me/profile'))
  const words = homeWords().profile
  toast(isShown ? words.shown : words.hidden)
}
