import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Whose data it is: a guest, a buyer, the recipient of an exported file or other email, or a member of the team. */
export type PersonKind = 'guest' | 'buyer' | 'recipient' | 'member'

export interface Personal {
  owner: PersonKind
  what: string
  /** Value after erasure. If absent, the stored value stays, because it then no longer identifies anyone. */
  becomes?: SQL
  /** Omitted from a guest's data export, because the value is encrypted or derived from other columns. */
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
      /** Column with the start of the retention period. */
      from: string
      /** Condition that a row must meet to expire; without it, every row expires. */
      when?: SQL
      /** Text to show instead of the number of days. */
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
  /** Names of the columns without personal data, separated by spaces. */
  otherColumns: string
  /**
   * Condition that selects the rows about guest `g`; it refers to the table by its own name. Omitted for tables without
   * rows about guests.
   */
  ofGuest?: SQL
  /** Condition for the rows that an erasure affects, if they differ from `ofGuest`. */
  erases?: SQL
  /**
   * Conditions for the rows in the data export. `toGuest` narrows `ofGuest`. `toBuyer` replaces it for a party's buyer,
   * who is then selected as `g` with their `party_id`.
   */
  told?: { toGuest: SQL; toBuyer: SQL }
  /**
   * `gone` deletes the rows. Otherwise erasure sets each column to its `becomes` and adds the assignments in `alsoSet`.
   */
  erasing?: 'gone' | { alsoSet: SQL }
  /** Non-personal columns that help the reader of a data export. */
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

/** The end of an undeliverable address (RFC 2606). Prefixed with the guest's id, the address is unique per guest. */
export const BLANK_ADDRESS_END = '@erased.invalid'
export const blankAddress = sql`${erasingParam('guestId')} || ${sql.raw(`'${BLANK_ADDRESS_END}'`)}`
export const nothing = sql.raw(`''`)
export const unknown = sql.raw('null')
