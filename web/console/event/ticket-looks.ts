import type { TicketAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'

/** How the statuses of tickets and add-ons look. */
export const TICKET_LOOKS: Record<TicketAnswer['status'], Omit<ChipLook, 'words'>> = {
  ON_SALE: { mark: 'disc', tone: 'good' },
  SCHEDULED: { mark: 'clock', tone: 'plain' },
  SOLD_OUT: { mark: 'full', tone: 'plain' },
  ENDED: { mark: 'ring', tone: 'plain' },
  PAUSED: { mark: 'dotted', tone: 'warn' },
}
