import * as z from 'zod'
import { actorId } from '../../access/actor.ts'
import { signedIn } from '../../access/demands.ts'
import { onlyRow } from '../../db/statement.ts'
import { lazy } from '../../kernel/lazy.ts'
import { isoOrNull, type Instant } from '../../kernel/time.ts'
import type { Locale } from '../../kernel/vocabulary.ts'
import { InstantOutput, LocaleField, LocaleOutput } from '../../kernel/wire.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { setLocale } from './account.store.ts'

export const accountFields = lazy(() => ({
  locale: LocaleOutput().nullable().describe('Language of the workspace. Null if you haven’t chosen one.'),
  eraseAt: InstantOutput()
    .nullable()
    .describe('Time at which your account is erased. Null unless you have requested it.'),
}))

const Account = lazy(() => z.object(accountFields()).meta({ id: 'Account' }))

const AccountChanges = lazy(() =>
  z.object({
    locale: LocaleField().nullable().describe('Language of the workspace. Null clears your choice.'),
  }),
)

export const toAccount = (row: { locale: Locale | null; eraseAt: Instant | null } | undefined) => ({
  locale: row?.locale ?? null,
  eraseAt: isoOrNull(row?.eraseAt ?? null),
})

export const updateAccount = operation({
  id: 'me.updateAccount',
  summary: 'Update your account',
  description: 'Sets the language of the workspace. It doesn’t change the language of a calendar’s pages and emails.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('PATCH /me/account')],
  body: AccountChanges,
  answer: one(Account),
  async run({ actor, body }, deps) {
    const { chosen } = await deps.commit({
      calendarId: '',
      seenBy: 'team',
      statements: { chosen: setLocale(deps.db, actorId(actor), body.locale, deps.clock()) },
    })
    return toAccount(onlyRow(chosen))
  },
})
