import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Whose it is: a guest's, a buyer's, that of who gets a file by mail, or a member's of the team. */

export type PersonKind = 'guest' | 'buyer' | 'recipient' | 'member'

/** A column that says something of a person. */
export interface Personal {
  owner: PersonKind
  what: string
  /** What stands there once the person is erased; without it the value stays, and points to nobody. */
  becomes?: SQL
  /** Not in the answer to a guest who asks what is kept: it is made of other columns, or sealed. */
  isHidden?: true
  /** Text that is JSON. */
  isJson?: true
  /** What a guest who asks is told in its place. */
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

/** How long a row is kept where nobody is erased. */
export type Retention =
  | { until: string }
  | {
      days: number
      /** The instant that the days are counted from. */
      from: string
      /** Which rows are over; all, where it is left out. */
      when?: SQL
      /** How long, where days do not say it. */
      inWords?: string
    }

/** How long, in words. */
export const retentionPhrase = (kept: Retention) =>
  'until' in kept ? `until ${kept.until}` : (kept.inWords ?? (kept.days === 1 ? 'for 1 day' : `for ${kept.days} days`))

/** What a table holds of persons. */
export interface Holding<Table extends SQLiteTable = SQLiteTable> {
  table: Table
  /** The rows, in words. */
  what: string
  reason: string
  kept: Retention
  persons: { readonly [Name in keyof Table['$inferSelect']]?: Personal }
  /** The names of the columns that say nothing of anybody. */
  otherColumns: string
  /** Which rows are a guest's, over guest `g` and the table by its own name. Left out: no guest's are there. */
  ofGuest?: SQL
  /** Which rows an erasure takes along, over the same, where those are more. */
  goesWith?: SQL
  /** Which of them a guest who asks is told of, over the same; and who brought others, as `g` with their `party_id`. */
  told?: { toGuest: SQL; toBuyer: SQL }
  /** How rows are erased: they go, or their columns become what is said there, and this besides. */
  erasing?: 'gone' | { besides: SQL }
  /** Columns of nobody that make the rest readable for who asks what is kept. */
  alsoShown?: readonly (keyof Table['$inferSelect'] & string)[]
}

export const holding = <Table extends SQLiteTable>(of: Holding<Table>) => of as unknown as Holding

/** What an erasure is filled in with. */
export type Erasing = {
  guestId: string
  eventId: string
  /** Stand for the person's own from then on. */
  userId: string
  qrCode: string
  moveId: string
  now: number
}
export const erasingParam = (name: keyof Erasing) => sql`${sql.placeholder(name)}`

/** An address that no mail can go to, and that still tells guests apart. */
export const BLANK_ADDRESS_END = '@erased.invalid'
export const blankAddress = sql`${erasingParam('guestId')} || ${sql.raw(`'${BLANK_ADDRESS_END}'`)}`
export const nothing = sql.raw(`''`)
export const unknown = sql.raw('null')
