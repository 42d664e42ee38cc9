import { sql } from 'drizzle-orm'
import {
  accounts,
  apiKeys,
  archives,
  calendars,
  changeFeed,
  changes,
  checkinConflicts,
  communications,
  doorPasses,
  erasedAddresses,
  idempotencyClaims,
  images,
  importSources,
  letters,
  mails,
  memberInvitations,
  members,
  restores,
  scheduledExports,
} from '../schema.ts'
import { isErasedWith, recordsAbout, guestsReachedThroughBuyer } from './buyers.ts'
import { ofAccounts } from './of-accounts.ts'
import { ofApps } from './of-apps.ts'
import { blankAddress, guest, holding, member, recipient, unknown } from './holding.ts'

const KEPT_DAYS = 30

const isFinished = (table: string) => sql.raw(`${table}.status not in ('pending', 'retrying')`)

const mailsHeld = holding({
  table: mails,
  what: 'emails, queued and sent',
  reason: 'to send each email once, and to show the organiser that it was sent',
  kept: { days: KEPT_DAYS, from: 'created_at', when: isFinished('mails') },
  ofGuest: sql`(mails.guest_id = g.id or (mails.kind = 'verification' and mails.event_id = g.event_id and mails.recipient = g.email))`,
  // Keeps emails that went to the party's buyer, unless the buyer's data is erased too.
  erases: sql`((${recordsAbout('mails.guest_id', 'mails.recipient')} and not exists (
      select 1 from parties y where y.id = g.party_id and y.buyer_email = mails.recipient and not ${sql.raw(isErasedWith('y'))}))
    or (mails.kind = 'verification' and mails.event_id = g.event_id and mails.recipient = g.email))`,
  // Some emails about a guest go to the party's buyer. Those emails are not shown to the guest.
  told: {
    toGuest: sql`g.email_is_buyers = 0 and (mails.recipient = g.email
      or not exists (select 1 from parties y where y.id = g.party_id and y.event_id = g.event_id and y.buyer_email <> g.email))`,
    toBuyer: sql`mails.recipient = g.email and mails.guest_id in (
      select b.id from guests b where b.party_id = g.party_id and b.event_id = g.event_id)`,
  },
  erasing: {
    alsoSet: sql`next_attempt_at = null,
      status = case when mails.status in ('pending', 'retrying') then 'cancelled' else mails.status end`,
  },
  alsoShown: ['kind', 'createdAt'],
  persons: {
    recipient: recipient('address', blankAddress),
    mailbox: recipient('normalised email address (without `+tag`)', undefined, { isHidden: true }),
    inbox: recipient('normalised email address (without `+tag` and Gmail’s dots)', undefined, { isHidden: true }),
    cause: recipient('cause of the email (for an export, it includes the address)', undefined, { isHidden: true }),
    // Hides the text of an invitation, because anyone could register under the invited person's address to read it.
    data: recipient('content specific to this recipient', sql.raw(`'{}'`), {
      shownAs: sql.raw(`case mails.kind when 'invitation' then '{}' else mails.data end`),
    }),
    error: recipient('error from the email service, which may include the address', unknown, { isHidden: true }),
  },
  otherColumns:
    'id calendarId eventId guestId kind status attempts nextAttemptAt leaseUntil isLimited countedAt createdAt sentAt',
})

const claimsHeld = holding({
  table: idempotencyClaims,
  what: 'responses to requests with an Idempotency-Key, encrypted',
  reason: 'to replay the response when a request is repeated',
  kept: { days: 1, from: 'created_at' },
  ofGuest: sql`idempotency_claims.event_id = g.event_id and idempotency_claims.about is not null
    and exists (select 1 from json_each(idempotency_claims.about) where value in (g.id, g.user_id) or value in ${guestsReachedThroughBuyer})`,
  persons: {
    answerCipher: guest('response, which may contain guest data', sql.raw(`''`), { isHidden: true }),
    about: guest('ids of the guests in the response', sql.raw(`'[]'`), { isHidden: true }),
  },
  otherColumns: 'id requestHash holder claimedUntil effectId status eventId createdAt',
})

/**
 * A letter is the content shared by the emails of one message to many guests. It belongs to the organiser and is stored
 * for as long as the emails.
 */
const lettersHeld = holding({
  table: letters,
  what: 'shared content of announcements and reminders',
  reason: 'to store shared content once',
  kept: { days: KEPT_DAYS, from: 'created_at', when: sql.raw('letters.is_queued = 1') },
  persons: {},
  otherColumns: 'id calendarId eventId kind data cursorCreatedAt cursorId chunkId isQueued createdAt',
})

const importSourcesHeld = holding({
  table: importSources,
  what: 'lines of imported guest lists',
  reason: 'to avoid importing a line twice, and to keep erased people from being imported again',
  kept: { until: 'the event is erased' },
  ofGuest: sql`import_sources.guest_id = g.id`,
  // Digests of names and answers. The row itself stays, so that the line is recognised.
  erasing: { alsoSet: sql`fields = null` },
  alsoShown: ['createdAt'],
  persons: {
    sourceId: guest('keyed hash of the address or the reference in the file'),
    product: guest('product whose list contained the guest'),
  },
  otherColumns: 'eventId guestId createdAt fields',
})

export const mailAndAnswerHoldings = [mailsHeld, lettersHeld, claimsHeld, importSourcesHeld]

/**
 * Data about team members and recipients. Erasing a guest does not affect it; removing the member or recipient deletes
 * it.
 */
export const teamHoldings = [
  holding({
    table: accounts,
    what: 'accounts of users',
    reason:
      'to sign the user in, to show the workspace in the language they chose, and to erase the account when they ask for it',
    kept: {
      until:
        'the account is erased: at the user’s request, or 24 months after the last sign-in of a user who owns no calendar',
    },
    persons: {
      userId: member('user id of the identity provider'),
      name: member('name, where the service signs people in itself'),
    },
    otherColumns: 'locale eraseAt progress isOperator lastUsedAt createdAt updatedAt',
  }),
  holding({
    table: calendars,
    what: 'calendars',
    reason: 'to count the calendars a user has created',
    kept: { until: 'the calendar is deleted' },
    persons: { createdBy: member('creator, by identity provider user id') },
    otherColumns:
      'id slug name description avatarUrl coverUrl timezone website locale accent contactEmail imprintUrl privacyUrl paymentInstructions currency refundPolicy serviceFee delayedPayments visibility plan feedTokenHash linkKeyCipher personIdsByLinkKey eventCount longestEventMs contentChangedAt contentRevision createdAt updatedAt suspendedAt suspensionReason eraseAt visibilityBefore',
  }),
  holding({
    table: members,
    what: 'members of calendars',
    reason: 'to know each member’s role',
    kept: { until: 'the member is removed from the calendar' },
    persons: {
      userId: member('identity provider user id'),
      name: member('name from the identity provider, while the member shares it'),
      email: member('verified email address, while the member shares it'),
    },
    otherColumns: 'calendarId role createdAt',
  }),
  holding({
    table: memberInvitations,
    what: 'invitations to become a member',
    reason: 'to let only the invited person become a member',
    kept: { days: KEPT_DAYS, from: 'created_at' },
    persons: {
      email: recipient('invited email address'),
      createdBy: member('inviter'),
      claimedBy: member('person who opened the link'),
      claimedName: member('name of the person who opened it'),
      claimedEmail: member('verified email address of the person who opened it'),
    },
    otherColumns: 'id calendarId role linkVersion moveId createdAt expiresAt claimedAt acceptedAt',
  }),
  holding({
    table: scheduledExports,
    what: 'scheduled exports',
    reason: 'to email files on a schedule',
    kept: { until: 'the scheduled export is deleted' },
    persons: {
      recipients: recipient('email addresses that receive the file'),
      createdBy: member('member who last changed recipients, dataset or event, whose role applies'),
    },
    otherColumns:
      'id calendarId eventId dataset format frequency weekday dayOfMonth timeOfDay timezone isActive nextRunAt lastRunAt lastStatus consecutiveFailures pausedReason createdAt updatedAt',
  }),
  holding({
    table: apiKeys,
    what: 'API keys',
    reason: 'to know who created a key',
    kept: { until: 'the calendar is deleted' },
    persons: { createdBy: member('creator') },
    otherColumns:
      'id calendarId name prefix hash scopes mode isActive agentsMay createdAt lastUsedAt expiresAt revokedAt',
  }),
  ...ofApps,
  ...ofAccounts,
  holding({
    table: archives,
    what: 'archives of calendars',
    reason: 'to write the archive step by step, and to know who requested it',
    kept: { until: 'a day after it is complete' },
    persons: { createdBy: member('owner who created it') },
    otherColumns:
      'id calendarId status position parts sinceSeq rounds secrets rowCount bytes digest error leaseUntil fileExpiresAt createdAt completedAt',
  }),
  holding({
    table: restores,
    what: 'restores of archives',
    reason: 'to restore the archive step by step for the person who uploaded it',
    kept: { until: 'a day after it ends' },
    persons: { createdBy: member('person who started it') },
    otherColumns:
      'id status pieces calendarId slug secretsCipher keepsLinks isVerified parts partsDone rowCount digest error leaseUntil fileExpiresAt createdAt completedAt',
  }),
  holding({
    table: images,
    what: 'images of calendars and events',
    reason: 'to know who uploaded an image',
    kept: { until: 'no page or event uses the image' },
    persons: { createdBy: member('uploader') },
    otherColumns: 'id calendarId hash mediaType width height bytes createdAt givenAt storedAt wideAt soughtAt',
  }),
  holding({
    table: erasedAddresses,
    what: 'addresses of erased guests',
    reason: 'to keep erased people from being imported again',
    kept: { until: 'the calendar is deleted' },
    persons: { hash: recipient('keyed hash of an erased guest’s address') },
    otherColumns: 'calendarId',
  }),
  holding({
    table: doorPasses,
    what: 'door passes',
    reason: 'to know who may work at an entrance',
    kept: { until: 'the event is deleted' },
    persons: { label: member('label, often a name'), createdBy: member('creator') },
    otherColumns: 'id calendarId eventId gate checkpointId hash createdAt expiresAt lastUsedAt revokedAt',
  }),
  holding({
    table: checkinConflicts,
    what: 'scans uploaded late',
    reason: 'to show the organiser which codes were shown twice',
    kept: { until: 'the event is deleted' },
    persons: {
      scannedBy: member('staff member who scanned the code'),
      scannedByLabel: member('name of the member, API key or door pass at the time of the scan'),
    },
    otherColumns: 'checkinId eventId scannedAt receivedAt gate deviceId direction',
  }),
  holding({
    table: communications,
    what: 'announcements and reminders',
    reason: 'to send them and to show the organiser which were sent',
    kept: { until: 'the event is deleted' },
    persons: { createdBy: member('sender') },
    otherColumns:
      'id calendarId eventId kind trigger minutesBefore eventStartAt subject body audienceStatuses audienceTicketIds status sendAt startedAt cursorCreatedAt cursorId chunkId isQueued recipients sent failed dropped unsubscribed declined createdAt sentAt',
  }),
  holding({
    table: changes,
    what: 'change feed entries, with the names of changed fields',
    reason: 'to let programs follow changes, and to show the organiser who made them',
    kept: { until: '30 days have passed' },
    persons: { actorId: member('person who made the change') },
    otherColumns: 'seq calendarId at object objectId eventId op fields actorType via',
  }),
  holding({
    table: changeFeed,
    what: 'author of the change in progress',
    reason: 'to attribute the change to its author',
    kept: { until: 'the change is written' },
    persons: { actorId: member('author') },
    otherColumns: 'id epoch droppedThrough actorType via actedAt',
  }),
]
