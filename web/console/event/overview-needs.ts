import type { GuestCountsAnswer } from '../../shared/answers.ts'
import { mayDo } from '../session.ts'
import type { IconName } from '../parts/icon.tsx'
import { eventHash } from '../place.ts'
import { overviewWords } from '../words/en/overview.ts'
import type { EventSession } from './event-frame.tsx'

interface Need {
  id: string
  icon: IconName
  words: string
  more: string
  href: string
  act: string
}

export const needsOf = (
  { session, event }: Pick<EventSession, 'session' | 'event'>,
  { approvals, unpaidOrders, unpaidGuests }: GuestCountsAnswer['waiting'],
): Need[] => {
  const words = overviewWords().needs
  const at = (tab: string, query = {}) => eventHash(session.calendar.slug, event.id, tab, query)
  return [
    ...(event.status === 'DRAFT'
      ? [
          {
            id: 'draft',
            icon: 'send' as const,
            words: words.draft.title,
            more: words.draft.more,
            href: at('edit'),
            act: words.draft.action,
          },
        ]
      : []),
    ...(approvals > 0
      ? [
          {
            id: 'pending',
            icon: 'clock' as const,
            words: words.approvals.title(approvals),
            more: words.approvals.more,
            href: at('guests', { awaiting: 'APPROVAL' }),
            act: words.approvals.action,
          },
        ]
      : []),
    ...(unpaidOrders > 0 && mayDo(session, 'OWNER')
      ? [
          {
            id: 'unpaid',
            icon: 'money' as const,
            words: words.unpaid.title(unpaidOrders),
            more: words.unpaid.more(unpaidGuests),
            href: at('orders', { status: 'PENDING' }),
            act: words.unpaid.action,
          },
        ]
      : []),
    ...(event.description === null
      ? [
          {
            id: 'text',
            icon: 'edit' as const,
            words: words.description.title,
            more: words.description.more,
            href: at('edit'),
            act: words.description.action,
          },
        ]
      : []),
  ]
}
