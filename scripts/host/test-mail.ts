import { randomUUID } from 'node:crypto'
import { dnsOf, examineSender, senderDomain } from '../doctor/sender.ts'
import { tell } from '../doctor/finding.ts'
import { readSettings } from '../start/settings.ts'
import { createPostman } from '../start/smtp.ts'
import { StartError } from '../start/start-error.ts'

const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

const messageOf = (from: string, to: string, domain: string) =>
  Buffer.from(
    [
      `From: ${from.replaceAll(/[^\x20-\x7e]/g, '')}`,
      `To: ${to}`,
      'Subject: Test of your event calendar',
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${randomUUID()}@${domain}>`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Your event calendar can send email.',
      '',
    ].join('\r\n'),
  )

const print = (line: string) => console.log(line)

/** Sends one email, and prints the mail server's response and the sender's DNS records. */
export const testMail = async (env: NodeJS.ProcessEnv, words: readonly string[], say = print): Promise<number> => {
  const [to = '', ...more] = words
  if (!/^[^@\s<>]+@[^@\s<>]+$/.test(to) || more.length > 0)
    throw new StartError('use: event-calendar test-mail you@example.org')
  const { smtp, vars } = readSettings(env)
  if (smtp === null) throw new StartError('SMTP_URL is not set; set it to your mail server')
  const from = vars['MAIL_FROM'] ?? ''
  const domain = senderDomain(from)
  const postman = createPostman(smtp)
  const answer = await postman.send(addressIn(from), to, messageOf(from, to, domain))
  await postman.close()
  const isSent = 'sent' in answer
  const [said] = Object.values(answer)
  say(`${smtp.host}:${smtp.port} ${isSent ? 'accepted the email' : 'did not accept the email'}: ${said}`)
  const code = tell(await examineSender(dnsOf(env), domain, env.DKIM_SELECTOR), say)
  return isSent ? code : 2
}
