import type { MailAttachment } from '../../deps.ts'
import { renderQrPng } from '../checkins/index.ts'

const QR_PIXELS = 444

/** Renders a QR code as an inline attachment. The email refers to it by its `contentId`. */
export const codeFile = async (contentId: string, code: string): Promise<MailAttachment> => ({
  filename: `${contentId === 'qr-code' ? 'code' : contentId}.png`,
  type: 'image/png',
  content: await renderQrPng(code, { size: QR_PIXELS }),
  contentId,
})
