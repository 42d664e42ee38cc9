import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { MemberParams } from './members.schema.ts'
import { deleteMember, isMember } from './members.store.ts'
import { lastOwner } from './members.ts'

export const removeMember = async (
  { calendar, params }: Call<Parsed<typeof MemberParams>, unknown, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { userId } = params
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [deleteMember(deps.db, calendar.id, userId)],
  })
  if (rows.length > 0) return deleted(userId)
  throw (await isMember(deps.db, calendar.id, userId)) ? lastOwner() : notFound()
}
