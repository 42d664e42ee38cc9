import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { invitePage } from './invite-page.ts'
import { isAnswer, readInvite, replyOf, type Answer, type Invite } from './invite.ts'
import { MAILBOX_STYLE } from './mailbox-style.ts'
import { escapeHtml, page } from './pages.ts'

const PATH = '/outbox'
const PAGE_SIZE = 100

interface Mail {
  sentAt: string
  to: string[]
  subject: string
  attachments: { file: string }[]
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  ics: 'text/plain; charset=utf-8',
  eml: 'text/plain; charset=utf-8',
  json: 'text/plain; charset=utf-8',
  png: 'image/png',
}

/**
 * Delivers an email to the service as Cloudflare Email Routing would. Returns the reason if the service rejected it,
 * otherwise null.
 */
export type BringMail = (mail: { from: string; to: string; raw: string }) => Promise<string | null>

/**
 * CSP of an email: images and styles only, no scripts. Links may open a new page. `origins` are those of the service,
 * which serves uploaded covers.
 */
const policyOf = (origins: readonly string[]) =>
  `default-src 'none'; img-src ${["'self'", 'data:', ...origins].join(' ')}; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation`
const POLICY = policyOf([])

/** CSP of the invite page, which posts the answer form to this origin. */
const INVITE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer, policy = POLICY) => {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

/** An email's folder is complete once it contains mail.json, which the outbox Worker writes last. */
const foldersIn = (dir: string) =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => existsSync(join(dir, name, 'mail.json')))
        .toSorted()
        .toReversed()
    : []

const addressOf = (folder: string, file: string) => `${PATH}/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`

const link = (folder: string, file: string, words: string, kind = '') =>
  `<a${kind === '' ? '' : ` class="${kind}"`} href="${addressOf(folder, file)}">${escapeHtml(words)}</a>`

const inviteFileIn = (dir: string, folder: string) => {
  const names = readdirSync(join(dir, folder))
  return names.includes('mail.eml') ? (names.find((name) => name.endsWith('.ics')) ?? null) : null
}

const inviteIn = (dir: string, folder: string): Invite | null => {
  const file = inviteFileIn(dir, folder)
  return file === null ? null : readInvite(readFileSync(join(dir, folder, file), 'utf8'))
}

const bodyIn = (dir: string, folder: string) => (existsSync(join(dir, folder, 'mail.html')) ? 'mail.html' : 'mail.txt')

const languageIn = (dir: string, folder: string) =>
  /<html lang="([\w-]+)"/.exec(readFileSync(join(dir, folder, bodyIn(dir, folder)), 'utf8'))?.[1] ?? 'en'

const SENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const row = (dir: string, folder: string) => {
  const mail = JSON.parse(readFileSync(join(dir, folder, 'mail.json'), 'utf8')) as Mail
  const asEntry = inviteFileIn(dir, folder) === null ? [] : [link(folder, 'invite', 'In a calendar', 'entry')]
  const files = [...asEntry, ...mail.attachments.map(({ file }) => link(folder, file, file))]
  return `<li><strong>${link(folder, bodyIn(dir, folder), mail.subject)}</strong>
<time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(SENT.format(new Date(mail.sentAt)))}</time>
<span class="to">${escapeHtml(mail.to.join(', '))}</span>${files.length === 0 ? '' : `<div class="files">${files.join('')}</div>`}</li>`
}

const pageLink = (number: number, words: string, rel: string) =>
  `<a rel="${rel}" href="${PATH}?page=${number}">${escapeHtml(words)}</a>`

/** Links to newer and older emails. Empty if all emails are on one page. */
const pagesOf = (number: number, count: number) =>
  count < 2
    ? ''
    : `<nav class="back" aria-label="Pages"><span>${number > 1 ? pageLink(number - 1, 'Newer', 'prev') : ''}</span>
<span>Page ${number} of ${count}</span><span>${number < count ? pageLink(number + 1, 'Older', 'next') : ''}</span></nav>`

/** Shows 100 emails. A page number out of range shows the nearest page. */
const listOf = (dir: string, wished: number) => {
  const folders = foldersIn(dir)
  const count = Math.max(1, Math.ceil(folders.length / PAGE_SIZE))
  const number = Number.isSafeInteger(wished) ? Math.min(Math.max(wished, 1), count) : 1
  const words =
    folders.length === 0
      ? 'No emails yet. Register for an event to see its confirmation here.'
      : 'Emails that would have been sent. Nothing leaves this machine.'
  const rows = folders.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map((name) => row(dir, name))
  const list = rows.length === 0 ? '' : `<ul class="mails">${rows.join('\n')}</ul>`
  return page('Outbox', `<h1>Outbox</h1><p>${words}</p>${list}${pagesOf(number, count)}`, { style: MAILBOX_STYLE })
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const isOutbox = ({ url = '' }: IncomingMessage) => /^\/outbox(?:[/?]|$)/.test(url)

const LIMIT = 1_000

const answerIn = async (request: IncomingMessage) => {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > LIMIT) break
  }
  return new URLSearchParams(body).get('answer')
}

/** Whether a later email carries a newer version (higher SEQUENCE) of the same entry. */
const isSuperseded = (dir: string, folder: string, { uid, sequence }: Invite) =>
  foldersIn(dir).some((other) => {
    const later = other > folder ? inviteIn(dir, other) : null
    return later?.uid === uid && later.sequence > sequence
  })

const showInvite = async (
  { dir, folder, bringMail }: { dir: string; folder: string; bringMail: BringMail },
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const invite = inviteIn(dir, folder)
  if (invite === null) return send(response, 404, 'text/plain', 'This email has no invite.')
  const notes: string[] = []
  let answered: Answer | null = null
  if (request.method === 'POST') {
    // Prevents CSRF: a form on another site must not answer for the guest. `Sec-Fetch-Site` decides if the browser
    // sends it; under `Referrer-Policy: no-referrer` the page's own form sends `Origin: null`.
    const { host, origin, 'sec-fetch-site': site } = request.headers
    const isOwn = site === undefined ? origin === `http://${host}` : site === 'same-origin'
    const answer = await answerIn(request)
    if (!isOwn || !isAnswer(answer)) return send(response, 400, 'text/plain', 'Invalid answer.')
    const refused = await bringMail(replyOf(invite, answer, new Date()))
    answered = answer
    notes.push(refused ?? 'Your answer was emailed to the organiser.')
  }
  if (isSuperseded(dir, folder, invite)) notes.push('A later email changed this entry.')
  const shown = invitePage(invite, {
    action: addressOf(folder, 'invite'),
    mail: addressOf(folder, bodyIn(dir, folder)),
    lang: languageIn(dir, folder),
    notes,
    answered,
  })
  return send(response, 200, TYPES['html'] ?? '', shown, INVITE_POLICY)
}

/** Serves the emails that the local service wrote to disk, newest first. */
export const showOutbox = async (
  { mailDir, origins, bringMail }: { mailDir: string; origins: readonly string[]; bringMail: BringMail },
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const [folder = '', file = ''] = path
    .slice(PATH.length + 1)
    .split('/')
    .map(decoded)
  if (folder === '')
    return send(
      response,
      200,
      TYPES['html'] ?? '',
      listOf(mailDir, Number(new URLSearchParams(query).get('page') ?? 1)),
    )
  // Serves only names from the directory listing, so `..` in the URL cannot reach another path.
  const isMail = foldersIn(mailDir).includes(folder)
  if (isMail && file === 'invite') return showInvite({ dir: mailDir, folder, bringMail }, request, response)
  if (!isMail || !readdirSync(join(mailDir, folder)).includes(file))
    return send(response, 404, 'text/plain', 'Email not found.')
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return send(response, 200, type, readFileSync(join(mailDir, folder, file)), policyOf(origins))
}
