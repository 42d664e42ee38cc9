import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { CHECKPOINT_MODES, EVENT_STATUSES, GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { EventTime, InstantInput, InstantOutput, wholeNumber } from '../../kernel/wire.ts'
import { CheckpointId } from './checkins.schema.ts'

/** Schemas for reads at the door other than guest lookups: door, summary and manifest. */

export const Door = lazy(() =>
  z
    .object({
      eventId: z.string(),
      eventSlug: z.string(),
      title: z.string(),
      calendarSlug: z.string(),
      calendarName: z.string(),
      status: z.enum(EVENT_STATUSES),
      startAt: EventTime(),
      endAt: EventTime(),
      allDay: z.boolean(),
      timezone: z.string(),
      checkInOpensAt: InstantOutput().meta({
        description: 'Opening time of the main door: the configured time, or the default if none is set.',
      }),
      checkInClosesAt: InstantOutput(),
      now: InstantOutput().meta({ description: 'Current time of the service, for synchronising a scanner’s clock.' }),
      reentry: z.boolean().meta({ description: 'Whether the main door records exits and lets guests re-enter.' }),
      checkpoints: z.array(DoorCheckpoint()).meta({ description: 'Checkpoints available to the caller.' }),
      questions: z.array(z.string()).meta({ description: 'Labels of the questions shown at the door.' }),
      pass: z
        .object({
          id: z.string(),
          label: z.string(),
          gate: z.string().nullable(),
          checkpointId: z.string().nullable(),
          expiresAt: InstantOutput(),
        })
        .meta({ id: 'OwnDoorPass' })
        .nullable()
        .meta({ description: 'Door pass that made the request. Null if no door pass was used.' }),
    })
    .meta({ id: 'Door' }),
)

export const ListQuery = lazy(() =>
  z.object({
    since: InstantInput().optional(),
    ticketId: z.string().max(100).optional(),
    checkpointId: CheckpointId().optional(),
  }),
)

const Count = lazy(() => z.int().min(0))

export const Summary = lazy(() =>
  z
    .object({
      expected: Count(),
      checkedIn: Count(),
      byTicket: z.array(
        z.object({ ticketId: z.string(), ticketName: z.string(), expected: Count(), checkedIn: Count() }),
      ),
      byGate: z.array(z.object({ gate: z.string().nullable(), checkedIn: Count() })),
      lastAt: InstantOutput().nullable(),
      inside: Count().meta({ description: 'Number of checked-in guests who haven’t left.' }),
      checkpoints: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            inside: Count().meta({ description: 'Number of guests inside or, in DAILY mode, admitted today.' }),
            admitted: Count().meta({ description: 'Number of distinct guests ever admitted.' }),
            limit: z.int().nullable(),
          }),
        )
        .meta({ description: 'All checkpoints of the event.' }),
    })
    .meta({ id: 'CheckinSummary' }),
)
export type SummaryOutput = SchemaOutput<typeof Summary>

export const SummaryQuery = lazy(() => z.object({ checkpointId: CheckpointId().optional() }))

export const ManifestQuery = lazy(() =>
  z.object({
    since: z.string().max(200).optional(),
    checkpointId: CheckpointId().optional(),
    words: z.enum(['true', 'false']).optional().meta({
      description:
        'Whether to add `salt`, `words`, `shortCodeHash` and `guestId`, for a search by name or short code without a connection. Store them like names. Requires the PRO plan, else `salt` is null.',
    }),
  }),
)

const DoorCheckpoint = lazy(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      mode: z.enum(CHECKPOINT_MODES),
      ticketIds: z.array(z.string()).nullable(),
      opensAt: InstantOutput().meta({
        description: 'Opening time of the checkpoint, or of the event if the checkpoint has none.',
      }),
      closesAt: InstantOutput(),
      limit: z.int().nullable(),
    })
    .meta({ id: 'DoorCheckpoint' }),
)

const CheckpointUse = lazy(() =>
  z
    .union([z.boolean(), z.string()])
    .meta({ id: 'CheckpointUse', description: '`true`, `inside`, `outside` or a date.' }),
)

export const Manifest = lazy(() =>
  z
    .object({
      cursor: z.string(),
      hasMore: z.boolean(),
      salt: z.string().nullable().meta({
        description: 'Salt of `words` and `shortCodeHash`, different for each event. Null without `words=true`.',
      }),
      entries: z.array(
        z.object({
          ref: z.string().meta({
            description:
              'Stable reference. An entry replaces an earlier one with the same `ref`, even if the QR code changed.',
          }),
          codeHash: z.string(),
          ticketId: z.string().nullable(),
          ticketName: z.string().nullable(),
          party: z.string().nullable().meta({ description: 'Party reference, shared by guests registered together.' }),
          status: z.enum(GUEST_STATUSES),
          guestId: z.string().optional().meta({ description: 'Present only with `words=true`.' }),
          shortCodeHash: z.string().nullable().optional().meta({
            description:
              'Hash of the guest’s short code: the first 10 hex digits of the SHA-256 of `salt`, a space and the six characters. Check such a guest in by `guestId`, since a check-in does not accept short codes. Null for erased and transferred guests. Present only with `words=true`.',
          }),
          words: z.array(z.string()).optional().meta({
            description:
              'Hashes of the beginnings of the guest’s names: the first 10 hex digits of the SHA-256 of `salt`, a space and 3 to 8 folded letters. Empty for guests who cancelled. Hashes of names can be guessed. Present only with `words=true`.',
          }),
          used: z.record(z.string(), CheckpointUse()).meta({
            description:
              'How the guest has used each checkpoint, by checkpoint id: `true` if used (ONCE), the date last used (DAILY), or `inside` until the guest leaves (IN_OUT). The main door is listed under the event id, only for guests who are `outside`.',
          }),
        }),
      ),
    })
    .meta({ id: 'CheckinManifest' }),
)
export type ManifestOutput = SchemaOutput<typeof Manifest>

export const LiveTicketAnswer = lazy(() =>
  z.object({ ticket: z.string(), url: z.string(), expiresAt: InstantOutput() }).meta({ id: 'LiveTicket' }),
)

export const LiveQuery = lazy(() =>
  z.object({
    ticket: z.string().optional().meta({ description: 'Live ticket, for clients that can’t send headers.' }),
    checkpointId: CheckpointId().optional(),
  }),
)

export const QrQuery = lazy(() =>
  z.object({
    size: wholeNumber(64, 1_024).default(300),
    margin: wholeNumber(0, 10).default(4),
  }),
)
