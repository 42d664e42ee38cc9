import { asc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { mails } from '../../src/db/schema.ts'
import type { Deps, MailMessage } from '../../src/deps.ts'
import { compose } from '../../src/modules/mails/compose.ts'
import { appWith, deps } from './app.ts'
import { tokenFor } from './identity.ts'

/** The service as it is where mails carry invites, and answers come back to this host. */
export const HOST = 'mail.test'
export const inviting: Deps = { ...deps, config: { ...deps.config, invitesHost: HOST } }
const app = appWith({ config: inviting.config })

/** One request to it, of a user or of nobody known. */
export const ask = async (line: string, { as, json }: { as?: string; json?: unknown } = {}) => {
  const [method, path] = line.split(' ') as [string, string]
  const headers = {
    ...(as === undefined ? {} : { Authorization: `Bearer ${await tokenFor(as)}` }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const answer = await app.request(`/api${path}`, { method, headers, ...body })
  // Tests read answers as a stranger would, without the types of the service.
  // oxlint-disable-next-line typescript/no-explicit-any
  const read: any = await answer.json()
  if (answer.status >= 300) throw new Error(`${line} was refused: ${answer.status} ${JSON.stringify(read)}`)
  return read.data
}

/** The mails to an address, oldest first, each as it would go out now. */
export const mailsFor = async (email: string, ports: Deps = inviting): Promise<(MailMessage & { kind: string })[]> => {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt))
  const written = await Promise.all(rows.map(async (row) => ({ kind: row.kind, message: await compose(row, ports) })))
  return written.flatMap(({ kind, message }) => (message === null ? [] : [{ ...message, kind }]))
}

/** What a calendar program takes out of a mail. */
export const entryOf = (mail: MailMessage | undefined) => {
  if (mail?.invite === undefined) return null
  const component = new ICAL.Component(ICAL.parse(mail.invite.text))
  const own = component.getFirstSubcomponent('vevent')
  const value = (name: string) => own?.getFirstPropertyValue(name)?.toString() ?? null
  const person = (name: string) => value(name)?.replace(/^mailto:/, '') ?? ''
  return {
    method: component.getFirstPropertyValue('method'),
    uid: value('uid'),
    sequence: Number(value('sequence')),
    start: value('dtstart'),
    summary: value('summary'),
    location: value('location'),
    organizer: person('organizer'),
    attendee: person('attendee'),
    partstat: own?.getFirstProperty('attendee')?.getFirstParameter('partstat') ?? null,
  }
}
