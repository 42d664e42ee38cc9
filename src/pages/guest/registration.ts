import type { OpenEvent } from '../place.ts'
import type { ManagedRegistrationOutput } from '../../modules/guests/index.ts'

/** What the API tells whoever holds the link. */
export type Own = ManagedRegistrationOutput

export const isInvited = ({ guest }: Own) => guest.status === 'INVITED'

export const isIn = ({ guest }: Own) => guest.status === 'CONFIRMED' || guest.status === 'CHECKED_IN'

/** The order that somebody still has to pay. */
export const debtOf = ({ order }: Own) => (order?.status === 'PENDING' && order.total > 0 ? order : null)

export const isTakingPlace = ({ status, lifecycle }: OpenEvent) => status !== 'CANCELLED' && lifecycle !== 'ENDED'
