import { send } from './api.ts'

export interface Pass {
  id: string
  token: string
  url: string
  qrImage: string
  expiresAt: string
}

/** A door pass of the event, lent by the owner of its calendar. */
export const newPass = async (
  door: { id: string; calendar: { owner: string } },
  fields: Record<string, unknown> = {},
): Promise<Pass> => {
  const answer = await send(`POST /events/${door.id}/door-passes`, {
    as: door.calendar.owner,
    json: { label: 'Anna at the door', hours: 8, ...fields },
  })
  if (answer.status !== 200) throw new Error(`the pass was refused: ${answer.status} ${answer.text}`)
  return answer.body.data
}
