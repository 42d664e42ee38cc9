import { actorId } from '../../access/actor.ts'
import { billingRead, owner } from '../../access/demands.ts'
import { refuseStale } from '../../access/fresh-sign-in.ts'
import { rowIn } from '../../db/commit.ts'
import { edit } from '../../db/edit.ts'
import type { BankAccountRow } from '../../db/rows.ts'
import { onlyRow } from '../../db/statement.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { both, dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { mailToOwnersOf } from '../payments/index.ts'
import { BankAccount, BankAccountChanges, type BankAccountOutput, NewBankAccount } from './bank-accounts.schema.ts'
import {
  addBankAccount,
  changeBankAccount,
  findBankAccount,
  isChanged,
  isAdded,
  listAccountsAtBanks,
  mayAddBankAccount,
  removeBankAccount,
} from './bank-accounts.store.ts'

export const maskedIban = (iban: string) => `****${iban.slice(-4)}`

const toBankAccount = (row: BankAccountRow): BankAccountOutput => ({
  id: row.id,
  holder: row.holder,
  iban: row.iban,
  bic: row.bic,
  currency: row.currency,
  tolerance: row.tolerance,
  bankClosesHours: row.bankClosesHours,
  bankDays: row.bankDays,
  isActive: row.isActive,
  csvColumns: row.csvColumns,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

const mailOfChange = ({ calendarId, id, iban }: BankAccountRow, now: number) =>
  mailToOwnersOf({ calendarId }, 'account-changed', `bank:${id}:${now}`, { account: maskedIban(iban), change: 'bank' })

export const listBankAccounts = operation({
  id: 'bankAccounts.list',
  summary: 'List bank accounts',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/bank-accounts'),
  answer: listOf(BankAccount),
  async run({ calendar, surface }, deps) {
    const accounts = (await listAccountsAtBanks(deps.db, calendar.id)).map(toBankAccount)
    return surface === 'v1' ? accounts.map((account) => ({ ...account, iban: maskedIban(account.iban) })) : accounts
  },
})

export const createBankAccount = operation({
  id: 'bankAccounts.create',
  summary: 'Create a bank account',
  description:
    'Buyers can pay new orders in its currency by bank transfer. One account per currency is active. The owners get an email. Requires a sign-in less than 10 minutes old.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/bank-accounts')],
  body: NewBankAccount,
  answer: one(BankAccount),
  refusals: ['bank_account_exists', 'bank_account_limit_reached', 'reauthentication_required'],
  async recover(effectId, { calendar }, deps) {
    const account = await findBankAccount(deps.db, calendar.id, effectId)
    return account === null ? null : toBankAccount(account)
  },
  async run({ calendar, body, actor }, deps) {
    const stale = refuseStale(actor, deps.clock())
    if (stale !== null) return stale
    const now = deps.clock()
    const account = {
      id: deps.newId('bka'),
      calendarId: calendar.id,
      holder: body.holder,
      iban: body.iban,
      bic: body.bic ?? null,
      currency: body.currency,
      tolerance: body.tolerance ?? 0,
      bankClosesHours: body.bankClosesHours ?? 168,
      bankDays: body.bankDays ?? 10,
      isActive: body.isActive ?? true,
      csvColumns: body.csvColumns ?? null,
      createdBy: actorId(actor),
      createdAt: now,
      updatedAt: now,
    }
    const rule = mayAddBankAccount(account)
    const { add } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { add: addBankAccount(account, rule) },
      mails: [{ ...mailOfChange(account, now), when: isAdded(account.id) }],
      effectId: rowIn('bank_accounts', account.id),
    })
    const [made] = add.made
    if (made !== undefined) return toBankAccount(made)
    return rule.refusal(onlyRow(add.why)) ?? refusal('bank_account_exists')
  },
})

export const updateBankAccount = operation({
  id: 'bankAccounts.update',
  summary: 'Update a bank account',
  description:
    'Existing orders keep the account that their buyers have seen. Changing the IBAN or the holder, or activating the account, requires a sign-in less than 10 minutes old, and the owners get an email.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('PATCH /calendars/:slug/bank-accounts/:bankAccountId')],
  body: BankAccountChanges,
  answer: one(BankAccount),
  refusals: ['bank_account_exists', 'reauthentication_required'],
  async run({ calendar, params, body, actor }, deps) {
    const edited = await edit(
      () => findBankAccount(deps.db, calendar.id, params.bankAccountId),
      async (account) => {
        if (account === null) throw notFound()
        const { iban = account.iban, holder = account.holder, isActive = account.isActive } = body
        const isRedirected = iban !== account.iban || holder !== account.holder || (isActive && !account.isActive)
        const stale = isRedirected ? refuseStale(actor, deps.clock()) : null
        if (stale !== null) return stale
        const now = deps.clock()
        const { changed } = await deps.commit({
          calendarId: calendar.id,
          seenBy: 'team',
          statements: { changed: changeBankAccount(deps.db, account, { ...body, updatedAt: now }) },
          mails: isRedirected
            ? [{ ...mailOfChange({ ...account, iban }, now), when: isChanged(account.id, iban, now) }]
            : [],
        })
        return changed[0] === undefined ? null : toBankAccount(changed[0])
      },
    )
    return edited ?? refusal('bank_account_exists')
  },
})

export const deleteBankAccount = operation({
  id: 'bankAccounts.delete',
  summary: 'Delete a bank account',
  description: 'Existing orders keep the account that their buyers have seen.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/bank-accounts/:bankAccountId')],
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [removeBankAccount(calendar.id, params.bankAccountId)],
    })
    const [gone] = rows
    if (gone === undefined) throw notFound()
    return deleted(gone.id)
  },
})
