import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Claim } from '../db/commit.ts'
import type { Database } from '../db/database.ts'
import { idempotencyClaims } from '../db/schema.ts'
import { rowsOf } from '../db/statement.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../kernel/time.ts'

const CLAIM_MS = MINUTE_MS
const KEPT_MS = DAY_MS

/**
 * Claims a key that is new, older than 24 hours, or abandoned. Abandoned means claimed over 1 minute ago, by a request
 * with the same `requestHash`, with no response stored. Returns no row if another request holds the key or has
 * completed it.
 *
 * A retry of an abandoned request may still be running when the 24 hours end. An old key without a response is therefore
 * claimed only after its minute has ended too; otherwise both requests would take effect. The 24 hours start again if the
 * abandoned request had no effect.
 */
export const takeClaim = (db: Database, claim: Claim, requestHash: string, now: Instant) => {
  const isOld = sql`${idempotencyClaims.createdAt} <= ${now - KEPT_MS}`
  const isAnswered = sql`${idempotencyClaims.answerCipher} is not null`
  const hasLapsed = sql`${idempotencyClaims.claimedUntil} <= ${now}`
  return rowsOf(
    idempotencyClaims,
    db
      .insert(idempotencyClaims)
      .values({ id: claim.id, holder: claim.holder, requestHash, claimedUntil: now + CLAIM_MS, createdAt: now })
      .onConflictDoUpdate({
        target: idempotencyClaims.id,
        set: {
          holder: claim.holder,
          requestHash,
          claimedUntil: now + CLAIM_MS,
          effectId: sql`case when ${isOld} then null else effect_id end`,
          status: null,
          answerCipher: null,
          createdAt: sql`case when ${isOld} or effect_id is null then ${now} else created_at end`,
        },
        setWhere: sql`(${isOld} and (${isAnswered} or ${hasLapsed}))
          or (not ${isAnswered} and ${hasLapsed} and ${idempotencyClaims.requestHash} = ${requestHash})`,
      })
      .returning(),
  )
}

export const claimNamed = (db: Database, id: string) =>
  rowsOf(idempotencyClaims, db.select().from(idempotencyClaims).where(eq(idempotencyClaims.id, id)).limit(1))

const held = (claim: Claim) => and(eq(idempotencyClaims.id, claim.id), eq(idempotencyClaims.holder, claim.holder))

/** Lets an erasure find and blank the stored response (`claimsHeld` in db/personal/of-others.ts). */
export interface About {
  eventId: string | null
  /** Guest and `usr_` ids; null if the response contains no personal data. */
  about: string[] | null
}

/**
 * Stores the response. If a guest of the event was erased after the request arrived, it stores '' instead, because the
 * response may contain that guest's data.
 */
export const keepAnswer = (
  db: Database,
  claim: Claim,
  { status, answerCipher, eventId, about }: About & { status: number; answerCipher: string },
) =>
  db
    .update(idempotencyClaims)
    .set({
      status,
      eventId,
      about,
      answerCipher:
        about === null
          ? answerCipher
          : sql`case when exists (select 1 from guests g where g.event_id = ${eventId} and g.erased_at is not null
              and g.erased_at >= ${idempotencyClaims.createdAt}) then '' else ${answerCipher} end`,
    })
    .where(held(claim))

/** Releases the key for a retry. A claim with `effect_id` keeps its row, so that the retry recovers the effect. */
export const releaseClaim = (db: Database, claim: Claim) => [
  db.update(idempotencyClaims).set({ claimedUntil: 0 }).where(held(claim)),
  db.delete(idempotencyClaims).where(and(held(claim), isNull(idempotencyClaims.effectId))),
]
