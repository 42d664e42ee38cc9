import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { bankAccounts, paymentAccounts } from '../../db/schema.ts'

/** Reads the default account for online payments and the active bank accounts. */
export const readActiveAccounts = (db: Database, calendarId: string) =>
  Promise.all([
    db
      .select({ status: paymentAccounts.status })
      .from(paymentAccounts)
      .where(and(eq(paymentAccounts.calendarId, calendarId), eq(paymentAccounts.isDefault, true))),
    db
      .select()
      .from(bankAccounts)
      .where(and(eq(bankAccounts.calendarId, calendarId), eq(bankAccounts.isActive, true))),
  ])
