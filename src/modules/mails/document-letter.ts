import { titleInMail } from '../../presentation/name.ts'
import { base, type GuestLetter, hello } from './about-guest.ts'

/** An invoice or a credit note was issued. Links to the document on the buyer's page. */
export const documentLetter: GuestLetter = {
  statuses: 'any',
  write: (about) => {
    const { mail: words, papers } = about.language.words
    const { documentId, kind, number } = about.mail.data
    const name = `${kind === 'INVOICE' ? papers.invoice : papers.creditNote} ${String(number)}`
    return {
      ...base(about),
      subject: words.document(name, titleInMail(about.event.title)),
      preview: words.documentText,
      heading: name,
      paragraphs: [hello(about), words.documentText],
      action: { label: words.openDocument, url: `${about.manageUrl}/documents/${String(documentId)}` },
    }
  },
}
