import { actorId } from '../../access/actor.ts'
import { billingRead, owner } from '../../access/demands.ts'
import { refuseStale } from '../../access/fresh-sign-in.ts'
import type { CalendarRow, PaymentAccountRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'
import { invalid, notFound, refusal, unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { both, dashboard, listOf, one, operation } from '../../operation/operation.ts'
import { accessTo, mailOfChange, storeState } from '../payments/index.ts'
import {
  ConnectedAccount,
  NewKey,
  NewPaymentAccount,
  OnboardingLink,
  PaymentAccount,
  type PaymentAccountOutput,
} from './payment-accounts.schema.ts'
import {
  findPaymentAccount,
  findByStripeAccount,
  listAccounts,
  insertPaymentAccount,
  makeDefault,
  readOpenItems,
  updatePaymentAccount,
} from './payment-accounts.store.ts'
import { accountOfKey, closeEndpoint, isAccount, sealKey } from './restricted-keys.ts'

export const toPaymentAccount = async (row: PaymentAccountRow, { db }: Deps): Promise<PaymentAccountOutput> => ({
  id: row.id,
  kind: row.kind,
  mode: row.mode,
  stripeAccount: row.stripeAccount,
  keyLast4: row.keyLast4,
  country: row.country,
  defaultCurrency: row.defaultCurrency,
  status: row.status,
  chargesEnabled: row.chargesEnabled,
  payoutsEnabled: row.payoutsEnabled,
  requirements: row.requirements,
  ...(await readOpenItems(db, row)),
  isDefault: row.isDefault,
  createdAt: iso(row.createdAt),
  disconnectedAt: isoOrNull(row.disconnectedAt),
})

export const paymentAccountOf = async (calendar: CalendarRow, id: string, deps: Deps) => {
  const account = await findPaymentAccount(deps.db, calendar.id, id)
  if (account === null) throw notFound()
  return account
}

/** Reads the account from Stripe and stores changes. */
const refresh = async (account: PaymentAccountRow, deps: Deps) => {
  const access = await accessTo(account, deps)
  if (access !== null) await storeState(account, await deps.payments.accounts.read(access), deps)
}

export const listPaymentAccounts = operation({
  id: 'paymentAccounts.list',
  summary: 'List payment accounts',
  description: 'Returns the calendar’s own accounts at Stripe. An account in ONBOARDING is read from Stripe first.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/payment-accounts'),
  answer: listOf(PaymentAccount),
  async run({ calendar }, deps) {
    const accounts = await listAccounts(deps.db, calendar.id)
    const started = accounts.filter(({ status }) => status === 'ONBOARDING')
    try {
      await Promise.all(started.map((account) => refresh(account, deps)))
    } catch (error) {
      deps.log.warn('an account could not be read from the provider', describeError(error))
    }
    const current = started.length === 0 ? accounts : await listAccounts(deps.db, calendar.id)
    return Promise.all(current.map((account) => toPaymentAccount(account, deps)))
  },
})

/** Stripe sends the owner back to the workspace. Listing the accounts there reads the new state. */
const onboardingUrlOf = (calendar: CalendarRow, stripeAccount: string, deps: Deps) => {
  const url = `${deps.config.pagesUrl}/console#/${encodeURIComponent(calendar.slug)}/money`
  return deps.payments.accounts.onboardingUrl(stripeAccount, { returnUrl: url, refreshUrl: url })
}

const modeOf = (isLive: boolean, field: 'kind' | 'key', deps: Deps) => {
  if (!isLive && deps.config.environment === 'production')
    throw invalid(field, 'must be of a live account, because this service takes real payments')
  return isLive ? ('LIVE' as const) : ('TEST' as const)
}

const store = async (
  calendar: CalendarRow,
  account: Parameters<typeof insertPaymentAccount>[1],
  state: ProviderAccount,
  key: string | null,
  known: PaymentAccountRow | null,
  deps: Deps,
) => {
  const { put } = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: {
      put: known === null ? insertPaymentAccount(deps.db, account) : updatePaymentAccount(deps.db, account, known),
    },
    mails: [mailOfChange(account, 'connected', account.createdAt)],
  })
  const [row] = put
  if (key !== null) closeEndpoint(key, row === undefined ? account : known, deps)
  if (row === undefined) throw unavailable('This account is being connected right now. Try again.')
  await storeState(row, state, deps)
  return toPaymentAccount(await paymentAccountOf(calendar, row.id, deps), deps)
}

export const connectPaymentAccount = operation({
  id: 'paymentAccounts.connect',
  summary: 'Connect a payment account',
  description:
    'CONNECT creates an account at Stripe, which the owner completes at `onboardingUrl`. OWN_KEY takes a restricted key, checks its permissions and creates a webhook endpoint in the account. The key is stored encrypted and never returned. The first account that can take payments becomes the default. Requires a sign-in less than 10 minutes old.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/payment-accounts')],
  body: NewPaymentAccount,
  answer: one(ConnectedAccount),
  refusals: ['payment_key_insufficient', 'reauthentication_required'],
  async run({ calendar, body, actor }, deps) {
    const stale = refuseStale(actor, deps.clock())
    if (stale !== null) return stale
    const common = {
      calendarId: calendar.id,
      status: 'ONBOARDING' as const,
      requirements: [],
      connectedBy: actorId(actor),
      createdAt: deps.clock(),
    }
    if (body.kind === 'CONNECT') {
      if (!deps.payments.hasConnect) throw invalid('kind', 'isn’t available on this service: use OWN_KEY')
      const id = deps.newId('pac')
      const { isLive, ...state } = await deps.payments.accounts.create(body.country, id)
      const { stripeAccount } = state
      const mode = modeOf(isLive, 'kind', deps)
      const account = await store(
        calendar,
        { ...common, id, kind: 'CONNECT', mode, stripeAccount },
        state,
        null,
        null,
        deps,
      )
      return { account, onboardingUrl: await onboardingUrlOf(calendar, stripeAccount, deps) }
    }
    const mode = modeOf(body.key.startsWith('rk_live_'), 'key', deps)
    const state = await accountOfKey(body.key, deps)
    if (!isAccount(state)) return state
    const { stripeAccount } = state
    const known = await findByStripeAccount(deps.db, calendar.id, stripeAccount)
    if (known?.kind === 'CONNECT') throw invalid('key', 'belongs to an account that is already connected')
    const id = known?.id ?? deps.newId('pac')
    const sealed = await sealKey(id, body.key, deps)
    const account = await store(
      calendar,
      { ...common, ...sealed, id, kind: 'OWN_KEY', mode, stripeAccount },
      state,
      body.key,
      known,
      deps,
    )
    return { account, onboardingUrl: null }
  },
})

export const continueOnboarding = operation({
  id: 'paymentAccounts.onboarding',
  summary: 'Get an onboarding link',
  description:
    'Returns a new page at Stripe where the owner completes a CONNECT account. It works once, for some minutes.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/payment-accounts/:accountId/onboarding')],
  answer: one(OnboardingLink),
  refusals: ['payment_account_gone'],
  async run({ calendar, params }, deps) {
    const account = await paymentAccountOf(calendar, params.accountId, deps)
    if (account.kind !== 'CONNECT') throw notFound()
    if (account.status === 'DISCONNECTED') return refusal('payment_account_gone')
    return { onboardingUrl: await onboardingUrlOf(calendar, account.stripeAccount, deps) }
  },
})

export const replacePaymentKey = operation({
  id: 'paymentAccounts.replaceKey',
  summary: 'Replace the key of a payment account',
  description: 'The new key must belong to the same account. Requires a sign-in less than 10 minutes old.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('PUT /calendars/:slug/payment-accounts/:accountId/key')],
  body: NewKey,
  answer: one(PaymentAccount),
  refusals: ['payment_account_differs', 'payment_key_insufficient', 'reauthentication_required'],
  async run({ calendar, params, body: { key }, actor }, deps) {
    const account = await paymentAccountOf(calendar, params.accountId, deps)
    const stale = refuseStale(actor, deps.clock())
    if (stale !== null) return stale
    if (account.kind !== 'OWN_KEY') throw notFound()
    const mode = modeOf(key.startsWith('rk_live_'), 'key', deps)
    const state = await accountOfKey(key, deps)
    if (!isAccount(state)) return state
    if (state.stripeAccount !== account.stripeAccount || mode !== account.mode)
      return refusal('payment_account_differs')
    const sealed = await sealKey(account.id, key, deps)
    return store(
      calendar,
      { ...account, ...sealed, status: 'ONBOARDING', connectedBy: actorId(actor), createdAt: deps.clock() },
      state,
      key,
      account,
      deps,
    )
  },
})

export const setDefaultPaymentAccount = operation({
  id: 'paymentAccounts.setDefault',
  summary: 'Set the default payment account',
  description:
    'New orders are paid into this account. Existing orders keep theirs. Requires a sign-in less than 10 minutes old.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/payment-accounts/:accountId/default')],
  answer: one(PaymentAccount),
  refusals: ['payment_account_not_ready', 'reauthentication_required'],
  async run({ calendar, params, actor }, deps) {
    const account = await paymentAccountOf(calendar, params.accountId, deps)
    const stale = refuseStale(actor, deps.clock())
    if (stale !== null) return stale
    const [others, chosen] = makeDefault(calendar.id, account.id)
    const { made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { others, made: chosen },
      mails: [mailOfChange(account, 'default', deps.clock())],
    })
    if (made.length === 0) return refusal('payment_account_not_ready')
    return toPaymentAccount(await paymentAccountOf(calendar, account.id, deps), deps)
  },
})
