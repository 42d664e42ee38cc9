import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { escapeHtml, page } from './pages.ts'

const PATH = '/outbox'
const SHOWN = 100

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
  json: 'text/plain; charset=utf-8',
  png: 'image/png',
}

/** A mail may show its own pictures and be left by its links; it runs nothing. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation"

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) => {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

/** A folder is complete once it holds mail.json, which is written last. */
const foldersIn = (dir: string) =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => existsSync(join(dir, name, 'mail.json')))
        .toSorted()
        .toReversed()
    : []

const link = (folder: string, file: string, words: string) =>
  `<a href="${PATH}/${encodeURIComponent(folder)}/${encodeURIComponent(file)}">${escapeHtml(words)}</a>`

const row = (dir: string, folder: string) => {
  const mail = JSON.parse(readFileSync(join(dir, folder, 'mail.json'), 'utf8')) as Mail
  const body = existsSync(join(dir, folder, 'mail.html')) ? 'mail.html' : 'mail.txt'
  const files = mail.attachments.map(({ file }) => link(folder, file, file)).join(', ')
  return `<p><strong>${link(folder, body, mail.subject)}</strong><br>
<small>${escapeHtml(mail.to.join(', '))} · ${escapeHtml(mail.sentAt)}${files === '' ? '' : ` · ${files}`}</small></p>`
}

const listOf = (dir: string) => {
  const folders = foldersIn(dir)
  const words =
    folders.length === 0
      ? 'No mail yet. Register for an event, and its confirmation is here.'
      : 'What would have been sent; nothing leaves this machine.'
  return page(
    'Outbox',
    `<h1>Outbox</h1><p>${words}</p>${folders
      .slice(0, SHOWN)
      .map((name) => row(dir, name))
      .join('\n')}`,
  )
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const isOutbox = ({ url = '' }: IncomingMessage) => url === PATH || url.startsWith(`${PATH}/`)

/** The mails that the local service wrote instead of sending, newest first. */
export const showOutbox = (mailDir: string, { url = '' }: IncomingMessage, response: ServerResponse) => {
  const [folder = '', file = ''] = url
    .slice(PATH.length + 1)
    .split('/')
    .map(decoded)
  if (folder === '') return send(response, 200, TYPES['html'] ?? '', listOf(mailDir))
  // Only what the directories list: a name from outside leads nowhere else.
  const isThere = foldersIn(mailDir).includes(folder) && readdirSync(join(mailDir, folder)).includes(file)
  if (!isThere) return send(response, 404, 'text/plain', 'There is no such mail.')
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return send(response, 200, type, readFileSync(join(mailDir, folder, file)))
}
