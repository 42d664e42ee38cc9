import type { Deps } from './deps.ts'
import { receiveReply, whyRefused, type Accept, type IncomingMail } from './modules/invites/index.ts'

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/** The guest whose calendar answers counts as the caller, and not the machine that brought the mail. */
const acceptThrough =
  (ask: Ask): Accept =>
  async (manageToken, { id, firstName, lastName }) => {
    const { status } = await ask(`/api/public/registrations/${manageToken}/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': id, 'X-Forwarded-For': id },
      body: JSON.stringify({ firstName, lastName }),
    })
    // Whoever brought the mail brings it again.
    if (status === 429 || status >= 500) throw new Error(`accepting an invitation failed with status ${status}`)
    return status === 200
  }

/** What comes by mail; answers with why it is refused, or null. `ask` is the service itself. */
export const receiveMail = async (mail: IncomingMail, deps: Deps, ask: Ask) =>
  whyRefused(await receiveReply(mail, deps, acceptThrough(ask)))
