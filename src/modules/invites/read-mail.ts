import PostalMime, { addressParser } from 'postal-mime'

/** As much of a mail that came as an answer is taken from. */
export interface ReceivedMail {
  /** Who says to have sent it, in small letters; null where that is nobody or several. */
  from: { name: string; address: string } | null
  /** The results that the mail arrived with, the topmost first. */
  authenticationResults: string[]
  /** What it holds for calendar programs. */
  calendars: string[]
}

const CALENDARS = ['text/calendar', 'application/ics']

const textOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** One sender and no more: of several, any could be the one who was looked at. */
const senderOf = (lines: readonly string[]): ReceivedMail['from'] => {
  const [line, ...others] = lines
  if (line === undefined || others.length > 0) return null
  const [one, ...more] = addressParser(line)
  if (one === undefined || more.length > 0 || one.address === undefined || one.address === '') return null
  return { name: one.name, address: one.address.toLowerCase() }
}

export const readMail = async (raw: ReadableStream | string): Promise<ReceivedMail> => {
  const { headers, attachments } = await PostalMime.parse(raw)
  const linesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    from: senderOf(linesOf('from')),
    authenticationResults: linesOf('authentication-results'),
    calendars: CALENDARS.flatMap((type) =>
      attachments.filter(({ mimeType }) => mimeType === type).map(({ content }) => textOf(content)),
    ),
  }
}
