import { owner } from '../../access/demands.ts'
import { dashboard, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { listMembers } from './list-members.ts'
import { Member, NewMember } from './members.schema.ts'
import { putMember } from './put-member.ts'
import { removeMember } from './remove-member.ts'

export const memberOperations = [
  operation({
    id: 'members.list',
    summary: 'List the members of a calendar',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('GET /calendars/:slug/members')],
    answer: listOf(Member),
    run: listMembers,
  }),
  operation({
    id: 'members.put',
    summary: 'Add a member to a calendar, or change their role',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('POST /calendars/:slug/members')],
    body: NewMember,
    answer: one(Member),
    refusals: ['last_owner'],
    run: putMember,
  }),
  operation({
    id: 'members.remove',
    summary: 'Remove a member from a calendar',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('DELETE /calendars/:slug/members/:userId')],
    answer: one(Deleted),
    refusals: ['last_owner'],
    run: removeMember,
  }),
]
