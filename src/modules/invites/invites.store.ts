import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { InviteRow } from '../../db/rows.ts'
import { invites } from '../../db/schema.ts'

/** Null for a guest who has neither come nor gone since they were made, nor answered. */
export const findInvite = async (db: Database, guestId: string): Promise<InviteRow | null> => {
  const [row] = await db.select().from(invites).where(eq(invites.guestId, guestId))
  return row ?? null
}
