import { randomBytes } from 'node:crypto'
import { storedAddressOf } from '../../src/identity/address.ts'
import { openDatabase } from '../backup/data-files.ts'
import { StartError } from '../start/start-error.ts'

const addressIn = (text: string) => {
  const address = storedAddressOf(text)
  if (address === null) throw new StartError(`"${text}" is not an email address`)
  return address
}

const MAILS = `insert into mails (id, calendar_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
  values (?, '', 'account-moved', ?, ?, ?, 'pending', ?, ?)`

/**
 * Moves an account from one address to another, ends its sessions and emails both addresses. Owners of its calendars
 * see the change in the history. The account keeps its passkeys.
 */
export const moveAccount = (dataDir: string, fromText: string, toText: string, now = Date.now()): string => {
  const [from, to] = [addressIn(fromText), addressIn(toText)]
  if (from === to) throw new StartError('both addresses are the same')
  const db = openDatabase(dataDir)
  try {
    db.exec('begin immediate')
    const ownerOf = (address: string) =>
      db
        .prepare(
          `select a.user_id as id, a.locale from account_addresses e join accounts a on a.user_id = e.account_id
            where e.address = ?`,
        )
        .get(address) as { id: string; locale: string | null } | undefined
    const [account, other] = [ownerOf(from), ownerOf(to)]
    if (account === undefined) throw new StartError(`no account has the address ${from}`)
    if (other !== undefined && other.id !== account.id) throw new StartError(`another account has the address ${to}`)
    if (other === undefined) db.prepare('update account_addresses set address = ? where address = ?').run(to, from)
    else db.prepare('delete from account_addresses where address = ?').run(from)
    db.prepare('update sign_in_sessions set ends_at = ? where account_id = ? and ends_at > ?').run(now, account.id, now)
    db.prepare('update members set email = ? where user_id = ? and email = ?').run(to, account.id, from)
    db.prepare(
      `insert into changes (calendar_id, at, object, object_id, op, fields, actor_type)
        select calendar_id, ?, 'calendar', calendar_id, 'upsert', 'memberAddress,', 'system' from members where user_id = ?`,
    ).run(now, account.id)
    const data = JSON.stringify({ before: from, after: to, locale: account.locale })
    for (const recipient of [from, to]) {
      const id = `mail_${randomBytes(11).toString('hex')}`
      db.prepare(MAILS).run(id, recipient, data, `account-moved:${id}`, now, now)
    }
    db.exec('commit')
    return `${from} now signs in as ${to}. All sessions have ended; emails to both addresses follow within a minute.`
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  } finally {
    db.close()
  }
}

const USAGE = 'use: event-calendar people move old@example.org new@example.org'

export const people = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> => {
  const [action, from, to, ...more] = words
  if (action !== 'move' || from === undefined || to === undefined || more.length > 0) throw new StartError(USAGE)
  console.log(moveAccount(env.DATA_DIR || '/data', from, to))
  return 0
}
