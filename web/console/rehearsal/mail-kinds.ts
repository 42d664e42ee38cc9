import { guestSheetWords } from '../words/en/guest-sheet.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'

/** The name of a kind of email, as the guest sheet shows it. */
export const nameOfMail = (kind: string): string => {
  const kinds: Readonly<Record<string, string>> = guestSheetWords().mails.kinds
  return kinds[kind] ?? rehearsalWords().mails.other
}
