import type { PaymentMessage } from '../kernel/payment-provider.ts'
import type { Engine } from './advance.ts'
import type { SimulatedProvider } from './provider.ts'

/** What the operations under `/test` can do, beyond the ports that every operation has. */
export interface Control extends Engine {
  provider: SimulatedProvider
  calendarId: string
  tell(message: PaymentMessage): Promise<void>
  /** How long an advance may take before it goes on by the alarm. */
  patienceMs: number
  goOnLater(): Promise<void>
}
