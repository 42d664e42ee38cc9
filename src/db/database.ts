import type { AnyD1Database, DrizzleD1Database } from 'drizzle-orm/d1'
import type { BatchItem } from 'drizzle-orm/batch'
import type * as schema from './schema.ts'

export type Database = DrizzleD1Database<typeof schema> & { $client: AnyD1Database }
export type Statement = BatchItem<'sqlite'>
