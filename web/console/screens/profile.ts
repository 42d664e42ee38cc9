import type { Session } from '../session.ts'

/** Shows or hides the user's name and email address to other members in all of the user's calendars. */
export const keepProfile = async ({ api, toast }: Pick<Session, 'api' | 'toast'>, isShown: boolean) => {
  await (isShown ? api.put('/me/profile') : api.delete('/me/profile'))
  toast(isShown ? 'Your teams can see your name and email address.' : 'Your teams see only your user ID.')
}
