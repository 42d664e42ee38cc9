import { env } from 'cloudflare:workers'

/** Gives the calendar a default account that can't take payments. */
export const restrictedAccount = async ({ id }: { id: string }) => {
  await env.DB.prepare(
    `insert into payment_accounts (id, calendar_id, kind, mode, stripe_account, status, charges_enabled, payouts_enabled,
      requirements, is_default, connected_by, created_at)
      values ('pac_' || lower(hex(randomblob(8))), ?1, 'CONNECT', 'TEST', 'acct_' || ?1, 'RESTRICTED', 0, 0, '[]', 1, 'someone', 0)`,
  )
    .bind(id)
    .run()
}
