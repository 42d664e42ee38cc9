import type { AnnouncementAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { termsWords } from '../words/en/terms.ts'

const LOOKS: Record<AnnouncementAnswer['status'], Omit<ChipLook, 'words'>> = {
  SCHEDULED: { mark: 'clock', tone: 'accent' },
  SENDING: { mark: 'half', tone: 'accent' },
  SENT: { mark: 'disc', tone: 'good' },
  CANCELLED: { mark: 'cross', tone: 'plain' },
}

export const letterState = ({ status }: Pick<AnnouncementAnswer, 'status'>) => ({
  ...LOOKS[status],
  words: termsWords().messageStatuses[status],
})
