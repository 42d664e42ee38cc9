import type { Deps } from '../../deps.ts'
import { inOneBatch } from '../../db/statement.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { fileKeyOf, wideKeyOf } from './images.ts'
import { dropRetired, listToSeek, retire, SPARED_MS } from './images.store.ts'

const IMAGES_A_MINUTE = 50

/**
 * Removes images that are not in use: hides them, deletes their files, then deletes their rows. In this order, a crash
 * leaves no orphaned file.
 */
export const sweepImages = async ({ db, clock, files }: Deps) => {
  const now = clock()
  const givenBefore = now - SPARED_MS
  const found = await listToSeek(db, now - HOUR_MS, givenBefore, IMAGES_A_MINUTE)
  if (found.length === 0) return
  const { retired } = await inOneBatch(
    db,
    retire(
      found.map(({ id }) => id),
      givenBefore,
      now,
    ),
  )
  if (retired.length === 0) return
  await files.delete(retired.flatMap((row) => [fileKeyOf(row), wideKeyOf(row)]))
  await inOneBatch(db, [dropRetired(retired.map(({ id }) => id))])
}
