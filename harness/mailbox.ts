import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface WrittenMail {
  to: string[]
  subject: string
  text: string
  html: string
  sentAt: string
}

const WITHIN_MS = 30_000

/** Returns the emails sent to an address, oldest first. */
const mailsTo = (dataDir: string, address: string): WrittenMail[] =>
  globSync('mail/*/mail.json', { cwd: dataDir })
    .toSorted()
    .map((path) => JSON.parse(readFileSync(join(dataDir, path), 'utf8')) as WrittenMail)
    .filter(({ to }) => to.some((one) => one.includes(address)))

/** Waits up to 30 s for an email with a matching subject to arrive at the address. */
export const mailTo = async (dataDir: string, address: string, subject: RegExp): Promise<WrittenMail> => {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const found = mailsTo(dataDir, address).find((mail) => subject.test(mail.subject))
    if (found !== undefined) return found
    if (performance.now() > deadline) {
      const subjects = mailsTo(dataDir, address).map((mail) => mail.subject)
      throw new Error(`no email to ${address} has a subject like ${String(subject)}; found ${JSON.stringify(subjects)}`)
    }
    await sleep(50)
  }
}
