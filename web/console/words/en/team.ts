import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Team',
  lead: 'Owners see money and API keys. Managers run events. Staff check in guests.',
  add: {
    summary: 'Add by user ID',
    form: 'Add a member',
    userId: 'User ID',
    userIdHint: 'They’ll find it in their account menu, under their name.',
    add: 'Add member',
  },
  /** After a member was added or got another role. */
  isNow: {
    OWNER: (who: string) => `${who} is now owner.`,
    MANAGER: (who: string) => `${who} is now manager.`,
    STAFF: (who: string) => `${who} is now staff.`,
  },
  members: {
    title: 'Members',
    count: (people: number) => counted(people, { one: '# person', other: '# people' }),
    you: 'you',
    showName: 'Show my name',
    hideName: 'Hide my name',
    roleOf: (who: string) => `Role of ${who}`,
    leave: 'Leave',
    removeMember: (who: string) => `Remove ${who}`,
  },
  leaveDialog: {
    title: (calendar: string) => `Leave ${calendar}?`,
    text: 'You’ll lose access to this calendar until an owner adds you again.',
  },
  removeDialog: {
    title: (who: string) => `Remove ${who}?`,
    text: 'They lose access to this calendar immediately.',
  },
  invite: {
    form: 'Invite by email',
    placeholder: 'name@example.org',
    hint: 'The link works once, for 7 days. Anyone who signs in with another address needs an owner’s approval.',
    send: 'Send invitation',
    sent: (email: string) => `Invitation sent to ${email}.`,
  },
  invited: {
    title: 'Invited',
    as: { OWNER: 'as Owner', MANAGER: 'as Manager', STAFF: 'as Staff' },
    openedBy: (who: Child): Child => ['opened by ', who, ', with another address. Is that them?'],
    openedBySomeone: 'opened by someone, with another address. Is that them?',
    expired: 'the link has expired',
    expires: (fromNow: string) => `the link expires ${fromNow}`,
    addThem: 'Yes, add them',
    isMember: (email: string) => `${email} is now a member.`,
    resend: 'Resend',
    resent: 'Invitation resent.',
    withdraw: 'Withdraw',
    withdrawFor: (email: string) => `Withdraw the invitation for ${email}`,
    withdrawn: 'Invitation withdrawn.',
  },
}

export type TeamWords = typeof english

export const teamWords = area('team', english)
