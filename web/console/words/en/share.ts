import { area } from '../loaded.ts'

const english = {
  title: { published: 'Your event is published. Share it.', unpublished: 'Share your event' },
  openWorkspace: 'Open workspace',
  viewPage: 'View page',
  inviteByEmail: 'Invite people by email',
  noPage: {
    draft: 'A draft has no page yet. Publish it to get its link.',
    private: 'This event has no public page. Invite people by email, and each gets their own link.',
  },
  /** `copies` names what the copy button copies, for screen readers. */
  link: { title: 'Link', copies: 'the link' },
  website: {
    title: 'On your website',
    copies: 'the tag',
    needsPlus: 'You need Plus for the embedded list. The link and the QR code are free.',
  },
  print: {
    title: 'In print',
    text: 'For a poster or a programme. It prints sharply at any size.',
    qrCode: (url: string) => `QR code for ${url}`,
  },
}

export type ShareWords = typeof english

export const shareWords = area('share', english)
