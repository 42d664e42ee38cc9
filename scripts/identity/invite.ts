import { randomUUID } from 'node:crypto'
import { CHECKED_BY } from '../../src/modules/invites/sender.ts'
import { INVITE_ANSWERS } from '../../src/kernel/vocabulary.ts'

/** The fields of an invite that a calendar app reads from the attached .ics file. */
export interface Invite {
  method: string
  uid: string
  sequence: number
  title: string
  starts: string
  ends: string
  timezone: string
  place: string
  organizer: { name: string; address: string }
  attendee: string
  partstat: string
}

export type Answer = (typeof INVITE_ANSWERS)[number]
export const isAnswer = (text: unknown): text is Answer => INVITE_ANSWERS.some((answer) => answer === text)

const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter))

/**
 * Reads only .ics files written by this service: they contain one event, and property names are never folded across
 * lines.
 */
export const readInvite = (file: string): Invite => {
  const lines = file.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const lineOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`)) ?? ''
  const valueOf = (name: string) => /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/.exec(lineOf(name))?.[1] ?? ''
  const addressOf = (name: string) => decodeURIComponent(valueOf(name).replace(/^mailto:/, ''))
  return {
    method: valueOf('METHOD'),
    uid: valueOf('UID'),
    sequence: Number(valueOf('SEQUENCE')),
    title: unescaped(valueOf('SUMMARY')),
    starts: valueOf('DTSTART'),
    ends: valueOf('DTEND'),
    timezone: unescaped(valueOf('X-WR-TIMEZONE')),
    place: unescaped(valueOf('LOCATION')),
    organizer: { name: /;CN="([^"]*)"/.exec(lineOf('ORGANIZER'))?.[1] ?? '', address: addressOf('ORGANIZER') },
    attendee: addressOf('ATTENDEE'),
    partstat: /;PARTSTAT=([A-Z-]+)/.exec(lineOf('ATTENDEE'))?.[1] ?? '',
  }
}

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const SAID: Record<Answer, string> = { ACCEPTED: 'Accepted', TENTATIVE: 'Tentative', DECLINED: 'Declined' }

/**
 * Builds the email with the guest's answer (METHOD:REPLY). It includes the `Authentication-Results` line that the
 * receiving platform adds after checking DKIM and DMARC.
 */
export const replyOf = ({ uid, sequence, title, starts, organizer, attendee }: Invite, answer: Answer, at: Date) => {
  const domain = attendee.slice(attendee.lastIndexOf('@') + 1)
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event Calendar Service//Outbox//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(at)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART${starts.includes('T') ? '' : ';VALUE=DATE'}:${starts}`,
    `ORGANIZER:mailto:${organizer.address}`,
    `ATTENDEE;PARTSTAT=${answer}:mailto:${encodeURI(attendee)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const raw = [
    `Authentication-Results: ${CHECKED_BY}; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
    `From: ${attendee}`,
    `To: ${organizer.address}`,
    `Subject: =?utf-8?B?${Buffer.from(`${SAID[answer]}: ${title}`).toString('base64')}?=`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@outbox.local>`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    'Content-Transfer-Encoding: 8bit',
    '',
    file,
  ].join('\r\n')
  return { from: attendee, to: organizer.address, raw }
}
