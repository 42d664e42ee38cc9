import { area } from '../loaded.ts'

const english = {
  event: {
    label: 'Preview',
    phone: 'Phone',
    desktop: 'Desktop',
    untitled: 'Your event',
    /** The accessible name of the frame with the page. */
    frame: 'Event page',
  },
  email: {
    title: 'Email preview',
    label: (subject: string) => `Email: ${subject}`,
    guestLanguage: 'Guest’s language',
    sendTest: 'Send me a test',
    sendingTest: (recipient: string) => `We’re sending a test to ${recipient}.`,
  },
}

export type PreviewWords = typeof english

export const previewWords = area('preview', english)
