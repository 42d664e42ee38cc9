import type { Asked } from '../../operation/operation.ts'
import type { Identifier } from '../../desk.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { identifierOf } from './checkins.ts'
import type { LookupQuery, NewCheckin } from './checkins.schema.ts'
import { doorGuestAhead } from './checkins.store.ts'

const guestAhead = ({ name }: Asked, identifier: Identifier) =>
  name.by === 'eventId' ? doorGuestAhead(name.id, identifier) : null

/** Whom a lookup is about, read with the credential, so that the desk answers without a trip of its own. */
export const aheadOfLookup = (asked: Asked<unknown, Parsed<typeof LookupQuery>>) =>
  guestAhead(asked, identifierOf(asked.query))

export const aheadOfScan = (asked: Asked<unknown, unknown, Parsed<typeof NewCheckin>>) =>
  guestAhead(asked, identifierOf(asked.body))
