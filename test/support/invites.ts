import { env } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { mails } from '../../src/db/schema.ts'
import { receiveMail } from '../../src/mailbox.ts'
import type { Deps, MailMessage } from '../../src/deps.ts'
import { compose } from '../../src/modules/mails/compose.ts'
import { appWith, deps } from './app.ts'
import { tokenFor } from './identity.ts'

/** The service with `MAIL_INVITES` set: emails carry invites, and replies come to this host. */
export const HOST = 'mail.test'
export const inviting: Deps = { ...deps, config: { ...deps.config, invitesHost: HOST } }
const app = appWith({ config: inviting.config })

/** Sends a request to this service, anonymously by default. Throws unless the answer is 2xx. */
export const ask = async (line: string, { as, json }: { as?: string; json?: unknown } = {}) => {
  const [method, path] = line.split(' ') as [string, string]
  const headers = {
    ...(as === undefined ? {} : { Authorization: `Bearer ${await tokenFor(as)}` }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const answer = await app.request(`/api${path}`, { method, headers, ...body })
  // `any`: tests read answers without the service's own types.
  // oxlint-disable-next-line typescript/no-explicit-any
  const read: any = await answer.json()
  if (answer.status >= 300) throw new Error(`${line} was refused: ${answer.status} ${JSON.stringify(read)}`)
  return read.data
}

/** Returns the emails to an address, oldest first, composed as they would be sent now. */
export const mailsFor = async (email: string, ports: Deps = inviting): Promise<(MailMessage & { kind: string })[]> => {
  const rows = await deps.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt))
  const written = await Promise.all(rows.map(async (row) => ({ kind: row.kind, message: await compose(row, ports) })))
  return written.flatMap(({ kind, message }) => (message === null ? [] : [{ ...message, kind }]))
}

/** Extracts the fields of an invite that a calendar app reads. */
export const entryOf = (mail: MailMessage | undefined) => {
  if (mail?.invite === undefined) return null
  const component = new ICAL.Component(ICAL.parse(mail.invite.text))
  const own = component.getFirstSubcomponent('vevent')
  const value = (name: string) => own?.getFirstPropertyValue(name)?.toString() ?? null
  const person = (name: string) => value(name)?.replace(/^mailto:/, '') ?? ''
  return {
    method: component.getFirstPropertyValue('method'),
    uid: value('uid') ?? '',
    sequence: Number(value('sequence')),
    start: value('dtstart'),
    summary: value('summary'),
    location: value('location'),
    organizer: person('organizer'),
    attendee: person('attendee'),
    partstat: own?.getFirstProperty('attendee')?.getFirstParameter('partstat') ?? null,
  }
}

const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

export interface Answering {
  answer: string
  /** That of the invite by default. */
  sequence?: number
  stampedAt?: number
  attendee?: string
  uid?: string
  method?: string
  from?: string
  to?: string
  /**
   * Content of the `Authentication-Results` headers, topmost first. The platform adds the first; the others arrived
   * with the email.
   */
  results?: string[]
}

type Invited = Pick<NonNullable<ReturnType<typeof entryOf>>, 'uid' | 'sequence' | 'organizer' | 'attendee'>

/** Builds a calendar app's reply to an invite, as the platform delivers it. */
export const replyTo = (invite: Invited, answering: Answering) => {
  const { answer, sequence = invite.sequence, stampedAt = Date.now(), attendee = invite.attendee } = answering
  const { uid = invite.uid, method = 'REPLY', from = `Ada Lovelace <${attendee}>`, to = invite.organizer } = answering
  const domain = attendee.split('@').at(-1)
  const {
    results = [`mx.cloudflare.net; dkim=pass header.d=${domain} header.s=s1; dmarc=pass header.from=${domain}`],
  } = answering
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stranger//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(stampedAt)}`,
    `SEQUENCE:${sequence}`,
    'DTSTART:20310502T180000Z',
    `ORGANIZER:mailto:${invite.organizer}`,
    `ATTENDEE;PARTSTAT=${answer};CN="Ada: Lovelace;x":mailto:${attendee}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const raw = [
    ...results.map((line) => `Authentication-Results: ${line}`),
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Declined: One',
    `Message-ID: <${crypto.randomUUID()}@guests.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I cannot come.',
    '--b1',
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    'Content-Transfer-Encoding: 7bit',
    '',
    calendar,
    '--b1--',
    '',
  ].join('\r\n')
  return { to, raw }
}

/** Delivers an email to the service and returns why it was rejected. */
export const bring = (mail: ReturnType<typeof replyTo>, ports: Deps = inviting) => receiveMail(mail, ports, app.request)

/** Also returns the outcome, read from the changes in `reply_counts`. */
export const hear = async (mail: ReturnType<typeof replyTo>, ports: Deps = inviting) => {
  const before = await repliesCounted()
  const refused = await bring(mail, ports)
  const after = await repliesCounted()
  const heard = Object.keys(after).filter((outcome) => after[outcome] !== before[outcome])
  return { heard: heard.join(), refused }
}

export const repliesCounted = async (): Promise<Record<string, number>> => {
  const { results } = await env.DB.prepare('select outcome, replies from reply_counts').all<{
    outcome: string
    replies: number
  }>()
  return Object.fromEntries(results.map(({ outcome, replies }) => [outcome, replies]))
}
