import { env } from 'cloudflare:workers'
import { makeKey, visiblePrefixOf } from '../../src/access/key-format.ts'
import { SCOPE_NAMES } from '../../src/kernel/vocabulary.ts'
import { apiKeys } from '../../src/db/schema.ts'
import { sha256Hex } from '../../src/kernel/crypto.ts'
import { randomId } from '../../src/kernel/ids.ts'
import { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'
import type { World } from './worlds.ts'

const { db } = depsOf(env as unknown as Env)

interface KeyMade {
  scopes?: readonly string[]
  mode?: 'live' | 'test'
  isActive?: boolean
  revokedAt?: number | null
  expiresAt?: number | null
}

/** A key of the world's calendar, past every limit on their number. */
export const keyOf = async (
  world: World,
  { scopes = SCOPE_NAMES, mode = 'live', isActive = true, revokedAt = null, expiresAt = null }: KeyMade = {},
) => {
  const key = makeKey(mode)
  await db.insert(apiKeys).values({
    id: randomId('key'),
    calendarId: world.ids.calendar as string,
    name: 'of the walk',
    prefix: visiblePrefixOf(key),
    hash: await sha256Hex(key),
    scopes: [...scopes],
    mode,
    isActive,
    createdBy: world.members.OWNER,
    createdAt: Date.now(),
    revokedAt,
    expiresAt,
  })
  return key
}
