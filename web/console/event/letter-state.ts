import type { AnnouncementAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'

const STATES: Record<AnnouncementAnswer['status'], ChipLook> = {
  SCHEDULED: { mark: 'clock', tone: 'accent', words: 'Scheduled' },
  SENDING: { mark: 'half', tone: 'accent', words: 'Sending' },
  SENT: { mark: 'disc', tone: 'good', words: 'Sent' },
  CANCELLED: { mark: 'cross', tone: 'plain', words: 'Cancelled' },
}

export const letterState = ({ status }: Pick<AnnouncementAnswer, 'status'>) => STATES[status]
