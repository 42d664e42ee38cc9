import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Claim } from '../db/commit.ts'
import type { Database } from '../db/database.ts'
import { idempotencyClaims } from '../db/schema.ts'
import { rowsOf } from '../db/statement.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../kernel/time.ts'

const CLAIM_MS = MINUTE_MS
const KEPT_MS = DAY_MS

/** Takes a key that is new, a day old, or left behind by a request that died; null when another holds or has answered it. */
export const takeClaim = (db: Database, claim: Claim, requestHash: string, now: Instant) => {
  const isOld = sql`${idempotencyClaims.createdAt} <= ${now - KEPT_MS}`
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
          createdAt: sql`case when ${isOld} then ${now} else created_at end`,
        },
        setWhere: sql`${isOld} or (${idempotencyClaims.answerCipher} is null and ${idempotencyClaims.claimedUntil} <= ${now}
        and ${idempotencyClaims.requestHash} = ${requestHash})`,
      })
      .returning(),
  )
}

export const claimNamed = (db: Database, id: string) =>
  rowsOf(idempotencyClaims, db.select().from(idempotencyClaims).where(eq(idempotencyClaims.id, id)).limit(1))

const held = (claim: Claim) => and(eq(idempotencyClaims.id, claim.id), eq(idempotencyClaims.holder, claim.holder))

/** What an answer is kept with: so that an erasure finds it. */
export interface About {
  eventId: string | null
  /** Ids of guests and of persons; null where the answer tells of nobody. */
  about: string[] | null
}

/** The answer that is kept of whoever has been erased since the request came holds nothing. */
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

/** Frees the key for another try; one that already has an effect stays, so that the next try finds it. */
export const releaseClaim = (db: Database, claim: Claim) => [
  db.update(idempotencyClaims).set({ claimedUntil: 0 }).where(held(claim)),
  db.delete(idempotencyClaims).where(and(held(claim), isNull(idempotencyClaims.effectId))),
]
