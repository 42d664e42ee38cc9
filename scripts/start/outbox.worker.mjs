import { WorkerEntrypoint } from 'cloudflare:workers'

const safe = (name) =>
  name
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(-80) || '_'

const addresses = (value) => [value].flat().map((one) => (typeof one === 'string' ? one : `${one.name} <${one.email}>`))

const fileNames = (attachments) => attachments.map(({ filename }, index) => `${index + 1}-${safe(filename ?? 'file')}`)

/**
 * Browsers do not support `cid:` URLs, so the readable copy of the email links to the attached file in the same folder.
 */
const readable = (html, attachments, names) =>
  attachments.reduce(
    (text, { contentId }, index) => (contentId ? text.replaceAll(`cid:${contentId}`, names[index]) : text),
    html,
  )

/**
 * Local stand-in for the send_email binding. Each email becomes a folder: mail.eml is the raw message, and mail.json,
 * which is written last, contains the arguments of the call.
 */
export class Outbox extends WorkerEntrypoint {
  async send({ from, to, cc, bcc, replyTo, subject, html, text, headers = {}, attachments = [], raw }) {
    const sentAt = new Date().toISOString()
    const id = crypto.randomUUID().slice(0, 8)
    const folder = `${sentAt.replaceAll(':', '-')}_${safe(addresses(to).join(',').toLowerCase())}_${id}`
    const names = fileNames(attachments)
    const write = async (name, body) => {
      const answer = await this.env.MAIL_DIR.fetch(`http://mail/${folder}/${name}`, { method: 'PUT', body })
      if (!answer.ok) throw new Error(`could not write ${folder}/${name}: ${answer.status}`)
    }
    await Promise.all(attachments.map(({ content }, index) => write(names[index], content)))
    if (text) await write('mail.txt', text)
    if (raw) await write('mail.eml', raw)
    if (html) await write('mail.html', readable(html, attachments, names))
    const messageId = headers['Message-ID'] ?? `<${crypto.randomUUID()}@outbox.local>`
    const listed = attachments.map(({ content: _, ...rest }, index) => ({ ...rest, file: names[index] }))
    const mail = {
      messageId,
      sentAt,
      from: addresses(from)[0],
      to: addresses(to),
      cc,
      bcc,
      replyTo,
      subject,
      headers,
      text,
      html,
      attachments: listed,
    }
    await write('mail.json', `${JSON.stringify(mail, null, 2)}\n`)
    if (this.env.LOGS_MAIL)
      console.log(JSON.stringify({ level: 'info', at: sentAt, message: 'mail written', subject, folder }))
    return { messageId }
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
