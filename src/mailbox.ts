import type { Deps } from './deps.ts'
import { receiveReply, whyRefused, type Accept, type IncomingMail } from './modules/invites/index.ts'

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/**
 * Calls the API with the guest's id in place of an IP address, so that rate limits count the guest, not the mail
 * server.
 */
const acceptThrough =
  (ask: Ask): Accept =>
  async (manageToken, { id, firstName, lastName }) => {
    const { status } = await ask(`/api/public/registrations/${manageToken}/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': id, 'X-Forwarded-For': id },
      body: JSON.stringify({ firstName, lastName }),
    })
    // After this error, the mail server that sent the email tries again.
    if (status === 429 || status >= 500) throw new Error(`accepting an invitation failed with status ${status}`)
    return status === 200
  }

/**
 * Handles an incoming email. Returns the reason if the email is rejected, otherwise null. `ask` calls the service's own
 * API.
 */
export const receiveMail = async (mail: IncomingMail, deps: Deps, ask: Ask) =>
  whyRefused(await receiveReply(mail, deps, acceptThrough(ask)))
