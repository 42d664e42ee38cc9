import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Owner of the data: a guest, a buyer, the recipient of an exported file or other email, or a member of the team. */
export type PersonKind = 'guest' | 'buyer' | 'recipient' | 'member'

export interface Personal {
  owner: PersonKind
  what: string
  /** Value after erasure. Without it the stored value stays, because it then identifies no one. */
  becomes?: SQL
  /** Omitted from the data export of a guest, because it is derived from other columns or encrypted. */
  isHidden?: true
  isJson?: true
  /** Shown to the guest instead of the stored value. */
  shownAs?: SQL
}

const ownedBy =
  (owner: PersonKind) =>
  (what: string, becomes?: SQL, more: Pick<Personal, 'isHidden' | 'isJson' | 'shownAs'> = {}): Personal => ({
    owner,
    what,
    ...(becomes === undefined ? {} : { becomes }),
    ...more,
  })

export const guest = ownedBy('guest')
export const buyer = ownedBy('buyer')
export const recipient = ownedBy('recipient')
export const member = ownedBy('member')

/** How long a row is stored if no erasure deletes it earlier. */
export type Retention =
  | { until: string }
  | {
      days: number
      /** Column with the start of the period. */
      from: string
      /** Condition for rows to expire; without it, all rows do. */
      when?: SQL
      /** Replaces the number of days in the text of the period. */
      inWords?: string
    }

export const retentionPhrase = (kept: Retention) =>
  'until' in kept ? `until ${kept.until}` : (kept.inWords ?? (kept.days === 1 ? 'for 1 day' : `for ${kept.days} days`))

export interface Holding<Table extends SQLiteTable = SQLiteTable> {
  table: Table
  what: string
  reason: string
  kept: Retention
  persons: { readonly [Name in keyof Table['$inferSelect']]?: Personal }
  /** Names of the columns without personal data. */
  otherColumns: string
  /** Rows of guest `g`, with the table under its own name. Omitted for tables without rows of guests. */
  ofGuest?: SQL
  /** Rows that an erasure affects, in the same terms, if they are more than `ofGuest`. */
  erases?: SQL
  /** Rows that the data export shows: to the guest, and to a buyer as `g` with their `party_id`. */
  told?: { toGuest: SQL; toBuyer: SQL }
  /**
   * `gone` deletes the rows. Otherwise erasure sets each column to its `becomes`, and makes the `alsoSet` assignments.
   */
  erasing?: 'gone' | { alsoSet: SQL }
  /** Non-personal columns that make the data export readable. */
  alsoShown?: readonly (keyof Table['$inferSelect'] & string)[]
}

export const holding = <Table extends SQLiteTable>(of: Holding<Table>) => of as unknown as Holding

export type Erasing = {
  guestId: string
  eventId: string
  /** Random replacements for the guest's `user_id` and `qr_code`. */
  userId: string
  qrCode: string
  moveId: string
  now: number
}
export const erasingParam = (name: keyof Erasing) => sql`${sql.placeholder(name)}`

/** Undeliverable address (RFC 2606), unique per guest when prefixed with the guest's id. */
export const BLANK_ADDRESS_END = '@erased.invalid'
export const blankAddress = sql`${erasingParam('guestId')} || ${sql.raw(`'${BLANK_ADDRESS_END}'`)}`
export const nothing = sql.raw(`''`)
export const unknown = sql.raw('null')
