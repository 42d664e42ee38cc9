import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { listMembersOf } from './members.store.ts'

export const listMembers = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) =>
  listMembersOf(deps.db, calendar.id)
