import type { Session } from '../session.ts'

/** Name and address are shown to the other members as far as somebody says so, in all of their calendars at once. */
export const keepProfile = async ({ api, toast }: Pick<Session, 'api' | 'toast'>, isShown: boolean) => {
  await (isShown ? api.put('/me/profile') : api.delete('/me/profile'))
  toast(isShown ? 'Your teams see your name and address.' : 'Your teams see your id alone.')
}
