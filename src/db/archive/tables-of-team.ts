import {
  apiKeys,
  appGrants,
  checkpoints,
  communications,
  doorPasses,
  erasedAddresses,
  events,
  guests,
  images,
  importedEvents,
  importSources,
  scheduledExports,
  series,
  tickets,
  unsubscribes,
  webhooks,
} from '../schema.ts'
import { LOST_KEY } from '../personal/lost-key.ts'
import type { Archived } from './declaration.ts'
import { REASONS } from './reasons.ts'

/** Objects that only the team sees. Credentials come last, because they work as soon as they are restored. */
export const TEAM_TABLES: readonly Archived[] = [
  {
    table: communications,
    of: 'event',
    columns:
      'id calendarId eventId kind trigger minutesBefore eventStartAt subject body audienceStatuses audienceTicketIds status sendAt startedAt chunkId isQueued recipients sent failed dropped unsubscribed declined createdBy createdAt sentAt',
    // The source sends its scheduled messages, so a restored copy must not.
    reads: { status: `case when communications.status = 'SCHEDULED' then 'CANCELLED' else communications.status end` },
    without: { 'cursorCreatedAt cursorId': 'No message that is being sent is archived.' },
    where: `communications.status <> 'SENDING'`,
    order: 'kind createdAt id',
    inside: { audienceTicketIds: [tickets] },
  },
  { table: unsubscribes, of: 'calendar', columns: 'calendarId email createdAt', order: 'email' },
  {
    table: importSources,
    of: 'event',
    columns: 'eventId sourceId guestId createdAt fields product',
    order: 'sourceId',
    inside: { guestId: [guests] },
  },
  {
    table: erasedAddresses,
    of: 'calendar',
    columns: 'calendarId hash',
    // The archive's secrets contain this mark instead, so that the digest is the same at both installations.
    where: `erased_addresses.hash <> '${LOST_KEY}'`,
    order: 'hash',
  },
  {
    table: importedEvents,
    of: 'calendar',
    columns: 'calendarId sourceId objectId fields createdAt',
    order: 'sourceId',
    inside: { objectId: [events, series] },
  },
  {
    table: scheduledExports,
    of: 'calendar',
    columns:
      'id calendarId eventId dataset format frequency weekday dayOfMonth timeOfDay timezone recipients createdBy createdAt updatedAt',
    without: { 'isActive nextRunAt lastRunAt lastStatus consecutiveFailures pausedReason': REASONS.PAUSED },
    order: 'createdAt id',
    inside: { eventId: [events] },
  },
  {
    table: images,
    of: 'calendar',
    columns: 'id calendarId hash mediaType width height bytes createdBy createdAt',
    without: {
      'givenAt storedAt soughtAt': REASONS.USE,
      wideAt: 'Link previews use the picture until its copy is uploaded.',
    },
    where: 'images.stored_at is not null',
    order: 'createdAt id',
    rowsPerPart: 10,
  },
  {
    table: doorPasses,
    of: 'event',
    columns: 'id calendarId eventId label gate checkpointId hash createdBy createdAt expiresAt revokedAt',
    without: { lastUsedAt: REASONS.USE },
    order: 'createdAt id',
    inside: { checkpointId: [checkpoints] },
  },
  {
    table: apiKeys,
    of: 'calendar',
    columns: 'id calendarId name prefix hash scopes mode isActive agentsMay createdBy createdAt expiresAt revokedAt',
    without: { lastUsedAt: REASONS.USE },
    order: 'id',
  },
  {
    table: webhooks,
    of: 'calendar',
    columns: 'id calendarId eventId form url events managedByKeys keyId revision createdAt updatedAt',
    without: {
      'isActive disabledReason consecutiveFailures': REASONS.PAUSED,
      'secretCipher previousSecretCipher previousSecretUntil': REASONS.SEALED,
    },
    order: 'id',
    inside: { eventId: [events], keyId: [apiKeys, appGrants] },
  },
]
