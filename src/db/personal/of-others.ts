import { sql } from 'drizzle-orm'
import {
  apiKeys,
  calendars,
  changeFeed,
  changes,
  checkinConflicts,
  communications,
  doorPasses,
  idempotencyClaims,
  images,
  letters,
  mails,
  memberInvitations,
  members,
  scheduledExports,
} from '../schema.ts'
import { isErasedWith, recordsAbout, guestsReachedThroughBuyer } from './brought.ts'
import { blankAddress, guest, holding, member, recipient, unknown } from './holding.ts'

const KEPT_DAYS = 30

const isOver = (table: string) => sql.raw(`${table}.status not in ('pending', 'retrying')`)

const mailsHeld = holding({
  table: mails,
  what: 'mails, waiting and sent',
  reason: 'so that each is sent once, and the organiser can see that it was',
  kept: { days: KEPT_DAYS, from: 'created_at', when: isOver('mails') },
  ofGuest: sql`(mails.guest_id = g.id or (mails.kind = 'verification' and mails.event_id = g.event_id and mails.recipient = g.email))`,
  // What went to who brought the guest stays theirs, as long as they do.
  goesWith: sql`((${recordsAbout('mails.guest_id', 'mails.recipient')} and not exists (
      select 1 from parties y where y.id = g.party_id and y.buyer_email = mails.recipient and not ${sql.raw(isErasedWith('y'))}))
    or (mails.kind = 'verification' and mails.event_id = g.event_id and mails.recipient = g.email))`,
  // Some mails that are about a guest go to who brought them: those are not the guest's.
  told: {
    toGuest: sql`g.email_is_buyers = 0 and (mails.recipient = g.email
      or not exists (select 1 from parties y where y.id = g.party_id and y.event_id = g.event_id and y.buyer_email <> g.email))`,
    toBuyer: sql`mails.recipient = g.email and mails.guest_id in (
      select b.id from guests b where b.party_id = g.party_id and b.event_id = g.event_id)`,
  },
  erasing: {
    besides: sql`next_attempt_at = null,
      status = case when mails.status in ('pending', 'retrying') then 'cancelled' else mails.status end`,
  },
  alsoShown: ['kind', 'createdAt'],
  persons: {
    recipient: recipient('address', blankAddress),
    mailbox: recipient('the address without what stands behind its plus', undefined, { isHidden: true }),
    cause: recipient('which mail it is, of a file with the address', undefined, { isHidden: true }),
    // The words of an invitation are for who got it: by its address alone anybody can register.
    data: recipient('what the mail says to this person alone', sql.raw(`'{}'`), {
      shownAs: sql.raw(`case mails.kind when 'invitation' then '{}' else mails.data end`),
    }),
    error: recipient('what the mail service said, which may name the address', unknown, { isHidden: true }),
  },
  otherColumns:
    'id calendarId eventId guestId kind status attempts nextAttemptAt leaseUntil isLimited countedAt createdAt sentAt',
})

const claimsHeld = holding({
  table: idempotencyClaims,
  what: 'answers to requests with an Idempotency-Key, sealed',
  reason: 'so that a request that is sent again is not done again',
  kept: { days: 1, from: 'created_at' },
  ofGuest: sql`idempotency_claims.event_id = g.event_id and idempotency_claims.about is not null
    and exists (select 1 from json_each(idempotency_claims.about) where value in (g.id, g.user_id) or value in ${guestsReachedThroughBuyer})`,
  persons: {
    answerCipher: guest('the answer, which may hold a guest', sql.raw(`''`), { isHidden: true }),
    about: guest('whom the answer tells of', sql.raw(`'[]'`), { isHidden: true }),
  },
  otherColumns: 'id requestHash holder claimedUntil effectId status eventId createdAt',
})

/** What many are told is the organiser's; it is kept as long as the mails. */
const lettersHeld = holding({
  table: letters,
  what: 'what a mail to many says to all of them',
  reason: 'so that it is kept once',
  kept: { days: KEPT_DAYS, from: 'created_at', when: sql.raw('letters.is_queued = 1') },
  persons: {},
  otherColumns: 'id calendarId eventId kind data cursorCreatedAt cursorId chunkId isQueued createdAt',
})

export const heldOfTheWay = [mailsHeld, lettersHeld, claimsHeld]

/** What nobody's erasure touches: members and recipients go when they are taken out. */
export const heldOfTeams = [
  holding({
    table: calendars,
    what: 'calendars',
    reason: 'to know how many somebody has made',
    kept: { until: 'the calendar is deleted' },
    persons: { createdBy: member('who made it, as the identity provider calls them') },
    otherColumns:
      'id slug name description avatarUrl coverUrl timezone website locale accent contactEmail imprintUrl privacyUrl paymentInstructions visibility plan feedTokenHash eventCount longestEventMs contentChangedAt contentRevision createdAt updatedAt suspendedAt suspensionReason',
  }),
  holding({
    table: members,
    what: 'members of calendars',
    reason: 'to know who may do what',
    kept: { until: 'they are removed from the calendar' },
    persons: {
      userId: member('what the identity provider calls them'),
      name: member('name, as the identity provider has it, while they let it be shown'),
      email: member('verified address, in the same way'),
    },
    otherColumns: 'calendarId role createdAt',
  }),
  holding({
    table: memberInvitations,
    what: 'invitations to become a member',
    reason: 'so that whoever was asked, and nobody else, becomes one',
    kept: { days: KEPT_DAYS, from: 'created_at' },
    persons: {
      email: recipient('address that was asked'),
      createdBy: member('who asked'),
      claimedBy: member('who opened the link'),
      claimedName: member('the name of who opened it'),
      claimedEmail: member('the verified address of who opened it'),
    },
    otherColumns: 'id calendarId role linkVersion moveId createdAt expiresAt claimedAt acceptedAt',
  }),
  holding({
    table: scheduledExports,
    what: 'scheduled exports',
    reason: 'to mail files by the clock',
    kept: { until: 'the schedule is deleted' },
    persons: { recipients: recipient('addresses that get the file'), createdBy: member('who answers for it') },
    otherColumns:
      'id calendarId eventId dataset format frequency weekday dayOfMonth timeOfDay timezone isActive nextRunAt lastRunAt lastStatus consecutiveFailures pausedReason createdAt updatedAt',
  }),
  holding({
    table: apiKeys,
    what: 'API keys',
    reason: 'to know who made a key',
    kept: { until: 'the calendar is deleted' },
    persons: { createdBy: member('who made it') },
    otherColumns: 'id calendarId name prefix hash scopes mode isActive createdAt lastUsedAt expiresAt revokedAt',
  }),
  holding({
    table: images,
    what: 'pictures of calendars and events',
    reason: 'to know who put a picture here',
    kept: { until: 'nothing shows the picture any more' },
    persons: { createdBy: member('who put it here') },
    otherColumns: 'id calendarId hash mediaType width height bytes createdAt givenAt storedAt wideAt soughtAt',
  }),
  holding({
    table: doorPasses,
    what: 'door passes',
    reason: 'to know who may work at a door',
    kept: { until: 'the event is deleted' },
    persons: { label: member('what the pass is called, often a name'), createdBy: member('who made it') },
    otherColumns: 'id calendarId eventId gate checkpointId hash createdAt expiresAt lastUsedAt revokedAt',
  }),
  holding({
    table: checkinConflicts,
    what: 'scans that came late',
    reason: 'so that the organiser can see where a code was shown twice',
    kept: { until: 'the event is deleted' },
    persons: { scannedBy: member('who scanned'), scannedByLabel: member('what the door pass is called') },
    otherColumns: 'checkinId eventId scannedAt receivedAt gate deviceId direction',
  }),
  holding({
    table: communications,
    what: 'announcements and reminders',
    reason: 'to send them, and to show what was sent',
    kept: { until: 'the event is deleted' },
    persons: { createdBy: member('who sent it') },
    otherColumns:
      'id calendarId eventId kind trigger minutesBefore eventStartAt subject body audienceStatuses audienceTicketIds status sendAt startedAt cursorCreatedAt cursorId chunkId isQueued recipients sent failed dropped unsubscribed declined createdAt sentAt',
  }),
  holding({
    table: changes,
    what: 'which fields of what were changed',
    reason: 'so that programs can follow, and the organiser can see who did what',
    kept: { until: '30 days are over' },
    persons: { actorId: member('who changed it') },
    otherColumns: 'seq calendarId at object objectId eventId op fields actorType',
  }),
  holding({
    table: changeFeed,
    what: 'who acts while a change is written',
    reason: 'so that the change is known to be theirs',
    kept: { until: 'the change is written' },
    persons: { actorId: member('who acts') },
    otherColumns: 'id epoch droppedThrough actorType actedAt',
  }),
]
