import { WorkerEntrypoint } from 'cloudflare:workers'

/** The send_email binding where SMTP_URL is set. Hands the raw message to the host process, which speaks SMTP. */
export class Smtp extends WorkerEntrypoint {
  async send({ from, to, raw }) {
    const query = new URLSearchParams({ from: typeof from === 'string' ? from : from.email, to })
    const answer = await this.env.POSTMAN.fetch(`http://postman/?${query}`, { method: 'POST', body: raw })
    if (!answer.ok) throw new Error(`the host process answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
