import { inject } from 'vitest'
import { tokenFor } from '../../support/identity.ts'
import { SLUG } from './of-the-owner.ts'
import type { Story } from './recorder.ts'

const ACCOUNTS = `/calendars/${SLUG}/payment-accounts`
const KEY = 'rk_test_harbour2027'

/** Connects an account with its own key, and disconnects it. */
export const takeOwnMoney = async ({ tell, refuse }: Story, owner: string) => {
  const wanted = { act: 'addAccount', account: 'acct_1Harbour', key: KEY }
  await fetch(`${inject('stripe')}/of/story/do`, { method: 'POST', body: JSON.stringify(wanted) })
  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) })
  const json = { kind: 'OWN_KEY', key: KEY }
  await refuse('reauthentication_required', [`POST ${ACCOUNTS}`, { json }])
  const { body } = await tell(`POST ${ACCOUNTS}`, { json, token })
  const account = `${ACCOUNTS}/${body.data.account.id}`
  await tell(`GET /v1${ACCOUNTS}`)
  await tell(`PUT ${account}/key`, { json: { key: KEY }, token })
  await tell(`POST ${account}/default`, { token })
  await tell(`DELETE ${account}`, { token })
}
