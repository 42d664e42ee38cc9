import { equalInConstantTime } from '../kernel/crypto.ts'
import { randomId } from '../kernel/ids.ts'
import { addressHash, callerHash, codeOf, hashOf } from './secrets.ts'
import { claimNotice, findCode, insertRequest, spendCode, takeTry } from './codes.store.ts'
import { createAccount, findByAddress } from './accounts.store.ts'
import { domainOf } from './address.ts'
import type { IdentityDeps } from './ports.ts'
import { callerIn, localeIn } from './http.ts'
import type { Locale } from '../kernel/vocabulary.ts'

interface CodeRequest {
  address: string
  browser: string
  /** Account to add the address to, or null to sign in. */
  accountId: string | null
}

/** Requests a code by email. Returns false if a limit is reached. */
export const requestCode = async (
  request: Request,
  { address, browser, accountId }: CodeRequest,
  deps: IdentityDeps,
): Promise<boolean> => {
  const { db, vault, clock, config } = deps
  const row = {
    id: randomId('sic'),
    mailId: randomId('mail'),
    address,
    addressHash: await addressHash(vault, address),
    callerHash: await callerHash(vault, callerIn(request, config)),
    browserHash: await hashOf(browser),
    accountId,
    locale: localeIn(request),
    now: clock(),
  }
  const isSent = await insertRequest(db, row, config.limitScale)
  if (isSent) deps.tellMails([row.mailId])
  return isSent
}

/** Checks a code. Every guess costs an attempt before it is compared, and a correct code works once. */
export const checkCode = async (
  entered: string,
  { address, browser, accountId }: CodeRequest,
  { db, vault, clock }: IdentityDeps,
): Promise<boolean> => {
  const who = { addressHash: await addressHash(vault, address), browserHash: await hashOf(browser), accountId }
  const row = await takeTry(db, who, clock())
  if (row === null) return false
  const isRight = equalInConstantTime(entered.replaceAll(/\s/g, ''), await codeOf(vault, row.id))
  return isRight && (await spendCode(db, row.id))
}

const maySignUp = ({ config: { signUp } }: IdentityDeps, address: string, isInvited: boolean) =>
  signUp.kind === 'open' || isInvited || (signUp.kind === 'domains' && signUp.domains.includes(domainOf(address)))

/** Returns the account of a verified address. Creates one if the address may sign up. */
export const accountFor = async (address: string, locale: Locale, deps: IdentityDeps) => {
  const { db, clock } = deps
  const found = await findByAddress(db, address, clock())
  if (found === null) return null
  if (found.accountId !== null) return { id: found.accountId, isNew: false }
  if (found.isTaken === 1 || !maySignUp(deps, address, found.isInvited === 1)) return null
  await createAccount(db, { id: randomId('acc'), address, name: null, locale, now: clock() })
  const created = await findByAddress(db, address, clock())
  return created === null || created.accountId === null ? null : { id: created.accountId, isNew: true }
}

/** The content of the email: the code, or once a day, that the address has no account. Null to send nothing. */
export type CodeMail = { code: string } | { code: null } | null

export const codeMailOf = async (requestId: string, address: string, deps: IdentityDeps): Promise<CodeMail> => {
  const { db, vault, clock } = deps
  const row = await findCode(db, requestId, clock())
  if (row === null) return null
  const found = row.accountId === null ? await findByAddress(db, address, clock()) : null
  const isKnown =
    row.accountId !== null ||
    (found !== null &&
      (found.accountId !== null || (found.isTaken === 0 && maySignUp(deps, address, found.isInvited === 1))))
  if (isKnown) return { code: await codeOf(vault, requestId) }
  return (await claimNotice(db, requestId, clock())) ? { code: null } : null
}
