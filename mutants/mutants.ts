import { accessMutants } from './lists/access.ts'
import { changeMutants } from './lists/changes.ts'
import { checkpointMutants } from './lists/checkpoints.ts'
import { doorMutants } from './lists/door.ts'
import { inviteMutants } from './lists/invites.ts'
import { limitMutants } from './lists/limits.ts'
import { appMutants } from './lists/apps.ts'
import { mcpMutants } from './lists/mcp.ts'
import { moneyMutants } from './lists/money.ts'
import { retryMutants } from './lists/retries-and-caches.ts'
import { seatMutants } from './lists/seats.ts'
import { personMutants } from './lists/persons.ts'
import { seriesMutants } from './lists/series.ts'
import { secretMutants } from './lists/secrets.ts'
import { hostMutants } from './lists/host.ts'
import { quoteMutants } from './lists/quotes.ts'
import { sandboxMutants } from './lists/sandboxes.ts'
import { signInMutants } from './lists/sign-in.ts'
import { verificationMutants } from './lists/verifications.ts'
import { waitingMutants } from './lists/waiting.ts'
import { webhookMutants } from './lists/webhooks.ts'
import type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...accessMutants,
  ...personMutants,
  ...secretMutants,
  ...seatMutants,
  ...waitingMutants,
  ...moneyMutants,
  ...doorMutants,
  ...checkpointMutants,
  ...webhookMutants,
  ...changeMutants,
  ...retryMutants,
  ...limitMutants,
  ...verificationMutants,
  ...hostMutants,
  ...appMutants,
  ...mcpMutants,
  ...quoteMutants,
  ...sandboxMutants,
  ...signInMutants,
  ...inviteMutants,
  ...seriesMutants,
]
