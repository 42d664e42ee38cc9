import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte (smtps). Otherwise STARTTLS is required, unless `isPlain`. */
  isSecure: boolean
  /** No TLS at all, allowed only for a relay on this machine. */
  isPlain: boolean
  user: string | null
  password: string | null
  /** Emails per minute. */
  rate: number
}

const DEFAULT_RATE = 60
const MAX_RATE = 6_000
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const
const FORM =
  'SMTP_URL must look like smtps://user:password@mail.example.org:465 or smtp://user:password@mail.example.org:587'
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

const isKnown = (protocol: string): protocol is keyof typeof PORTS => Object.hasOwn(PORTS, protocol)

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartError(
      `${FORM}. Percent-encode special characters in the user name and password, or use SMTP_PASSWORD_FILE`,
    )
  }
}

const passwordIn = (path: string) => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(`SMTP_PASSWORD_FILE ${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const rateOf = (text: string | undefined) => {
  const rate = Number(text || DEFAULT_RATE)
  if (Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE) return rate
  throw new StartError(`SMTP_RATE is "${text}"; it must be a whole number of emails per minute, from 1 to ${MAX_RATE}`)
}

/** Reads `SMTP_URL`, `SMTP_PASSWORD_FILE` and `SMTP_RATE`. Returns null if `SMTP_URL` is unset. */
export const smtpServerOf = (env: NodeJS.ProcessEnv): SmtpServer | null => {
  const { SMTP_URL: text, SMTP_PASSWORD_FILE: file, SMTP_RATE: rate } = env
  if (!text) return null
  if (!URL.canParse(text)) throw new StartError(`${FORM}. Percent-encode special characters, or use SMTP_PASSWORD_FILE`)
  const { protocol, hostname, port, username, password, searchParams } = new URL(text)
  if (!isKnown(protocol) || hostname === '') throw new StartError(FORM)
  const isPlain = searchParams.get('tls') === 'none'
  if (isPlain && !LOOPBACK.includes(hostname))
    throw new StartError(
      `SMTP_URL has tls=none, which is only allowed for a relay on this machine; use smtps://, or smtp:// with STARTTLS`,
    )
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port) || PORTS[protocol],
    isSecure: protocol === 'smtps:',
    isPlain,
    user: username === '' ? null : decoded(username),
    password: file ? passwordIn(file) : password === '' ? null : decoded(password),
    rate: rateOf(rate),
  }
}
