import type { GuestAnswer, OrderAnswer, PageOf } from '../../shared/answers.ts'
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

export const needsOf = async ({ session, event }: Pick<EventSession, 'session' | 'event'>): Promise<Need[]> => {
  const { api, calendar } = session
  const at = (tab: string, query = {}) => eventHash(calendar.slug, event.id, tab, query)
  const [pending, unpaid] = await Promise.all([
    api.get<PageOf<GuestAnswer>>(`/events/${event.id}/guests`, { status: 'PENDING', limit: 1 }),
    mayDo(session, 'OWNER')
      ? api.get<PageOf<OrderAnswer>>(`/events/${event.id}/orders`, { status: 'PENDING', limit: 1 })
      : Promise.resolve({ total: 0 }),
  ])
  const waits = pending.total - unpaid.total
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
    ...(waits > 0
      ? [
          {
            id: 'pending',
            icon: 'clock' as const,
            words: countOf(waits, 'guest needs approval', 'guests need approval'),
            more: 'they can’t attend until you approve',
            href: at('guests', { status: 'PENDING' }),
            act: 'Review',
          },
        ]
      : []),
    ...(unpaid.total > 0
      ? [
          {
            id: 'unpaid',
            icon: 'money' as const,
            words: countOf(unpaid.total, 'order is unpaid', 'orders are unpaid'),
            more: 'seats are held until paid',
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
