import type { GuestCountsAnswer } from '../../shared/answers.ts'
import { mayDo } from '../session.ts'
import type { IconName } from '../parts/icon.tsx'
import { countOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
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
  const at = (tab: string, query = {}) => eventHash(session.calendar.slug, event.id, tab, query)
  return [
    ...(event.status === 'DRAFT'
      ? [
          {
            id: 'draft',
            icon: 'send' as const,
            words: 'This is a draft',
            more: 'only your team can see it',
            href: at('edit'),
            act: 'Edit event',
          },
        ]
      : []),
    ...(approvals > 0
      ? [
          {
            id: 'pending',
            icon: 'clock' as const,
            words: countOf(approvals, 'guest needs approval', 'guests need approval'),
            more: 'they can’t attend until you approve',
            href: at('guests', { awaiting: 'APPROVAL' }),
            act: 'Review',
          },
        ]
      : []),
    ...(unpaidOrders > 0 && mayDo(session, 'OWNER')
      ? [
          {
            id: 'unpaid',
            icon: 'money' as const,
            words: countOf(unpaidOrders, 'order is unpaid', 'orders are unpaid'),
            more: `${countOf(unpaidGuests, 'seat is', 'seats are')} held until paid`,
            href: at('orders', { status: 'PENDING' }),
            act: 'See orders',
          },
        ]
      : []),
    ...(event.description === null
      ? [
          {
            id: 'text',
            icon: 'edit' as const,
            words: 'No description yet',
            more: 'add one so people know what to expect',
            href: at('edit'),
            act: 'Add description',
          },
        ]
      : []),
  ]
}
