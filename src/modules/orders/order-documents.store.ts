import { sql } from 'drizzle-orm'
import type { DocumentRow } from '../../db/rows.ts'
import { inList, statement } from '../../db/statement.ts'

/** An invoice or a credit note that has its number. */
export interface DocumentOfOrder extends Pick<DocumentRow, 'orderId' | 'id' | 'kind' | 'issuedAt'> {
  number: string
}

export const documentsOf = (orderIds: string[]) =>
  statement<DocumentOfOrder>(sql`
    select order_id as orderId, id, kind, series || '-' || printf('%05d', number) as number, issued_at as issuedAt
    from documents where order_id in ${inList(orderIds)} and number is not null order by issued_at, rowid`)
