import { area } from '../loaded.ts'

const english = {
  title: 'Invitation',
  join: {
    title: (calendar: string) => `Join ${calendar}`,
    invitedBy: {
      OWNER: (who: string, calendar: string) => `${who} invites you to help run ${calendar} as owner.`,
      MANAGER: (who: string, calendar: string) => `${who} invites you to help run ${calendar} as manager.`,
      STAFF: (who: string, calendar: string) => `${who} invites you to help run ${calendar} as staff.`,
    },
    invited: {
      OWNER: (calendar: string) => `You’re invited to help run ${calendar} as owner.`,
      MANAGER: (calendar: string) => `You’re invited to help run ${calendar} as manager.`,
      STAFF: (calendar: string) => `You’re invited to help run ${calendar} as staff.`,
    },
    may: {
      OWNER: 'Owners can do everything, including managing money, the team and API keys.',
      MANAGER: 'Managers run events and look after guests.',
      STAFF: 'Staff see guests and check them in.',
    },
    text: (email: string) => `${email} was invited. The owners will see your name and email address.`,
    joinAs: { OWNER: 'Join as owner', MANAGER: 'Join as manager', STAFF: 'Join as staff' },
  },
  waiting: {
    title: 'Waiting for an owner',
    text: (name: string, email: string, calendar: string) =>
      `You’re signed in as ${name}, and ${email} was invited. You’ll be a member as soon as an owner of ${calendar} confirms that it’s you.`,
  },
  expired: {
    title: 'This invitation has expired',
    text: 'An invitation works once, and for seven days. Ask for a new one.',
  },
}

export type JoinWords = typeof english

export const joinWords = area('join', english)
