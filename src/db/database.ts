import type { D1Database } from '@cloudflare/workers-types'
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Database = DrizzleD1Database<typeof schema> & { $client: D1Database }

export const openDatabase = (binding: D1Database): Database => drizzle(binding, { schema })
