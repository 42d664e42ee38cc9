import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { NewMember } from './members.schema.ts'
import { putMember as put } from './members.store.ts'
import { lastOwner } from './members.ts'

/** Makes someone a member, or gives a member another role. */
export const putMember = async (
  { calendar, body }: Call<unknown, unknown, Parsed<typeof NewMember>, 'calendar'>,
  deps: Deps,
) => {
  const member = { calendarId: calendar.id, userId: body.userId, role: body.role, createdAt: deps.clock() }
  const [rows] = await deps.commit({ calendarId: calendar.id, seenBy: 'visitors', statements: [put(deps.db, member)] })
  if (rows[0] === undefined) throw lastOwner()
  return rows[0]
}
