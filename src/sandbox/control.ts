import type { IncomingMail } from '../modules/invites/index.ts'
import type { Engine } from './advance.ts'
import type { AdvanceLimit } from './limits.ts'
import type { CallOwn } from './rehearsal/played.ts'
import type { SimulatedProvider } from './provider.ts'

/** What the operations under `/test` can do, beyond the ports that every operation has. */
export interface Control extends Engine {
  provider: SimulatedProvider
  calendarId: string
  /** How long an advance may take in a request before the alarm continues it. */
  patienceMs: number
  /** Lets other requests run between two steps of an advance. */
  rest(): Promise<void>
  advances: AdvanceLimit
  goOnAfter(ms: number): Promise<void>
  /** Calls the sandbox's own API with the rights of the caller, at the paths without `/v1`. */
  ask: CallOwn
  /** Delivers an email to the service, as the platform does. */
  receive(mail: IncomingMail): Promise<void>
}
