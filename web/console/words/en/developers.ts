import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'

const english = {
  title: 'Developers',
  /** Shown on the Free plan, which has no developer panels. */
  freePlan: {
    needed: (calendar: string) => `You need Plus or Pro for the developer panel, and ${calendar} is on Free.`,
    openToAll: (link: (words: string) => Child): Child[] => ['Anyone can read ', link('the reference'), '.'],
  },
  /** Shown in place of a section that needs a higher plan. */
  higherPlan: {
    title: (section: string, plan: string) => `${section} require ${plan}`,
    current: (calendar: string, plan: string) => `${calendar} is on ${plan}.`,
  },

  feed: {
    title: 'Feed',
    lead: 'Subscribe to the calendar from any calendar app.',
    public: {
      title: 'Public feed',
      isPrivate: 'This calendar is private, so it has no public feed.',
      about: 'Anyone can subscribe. It contains published public events from 90 days ago to 18 months ahead.',
      address: 'the public address',
      webcalAddress: 'the public webcal address',
    },
    secret: {
      title: 'Secret feed',
      on: 'On',
      off: 'Off',
      about: 'A second address for you and your team, which includes unlisted and private events. Keep it secret.',
      create: 'Create secret address',
      replace: 'Replace address',
      revoke: 'Revoke address',
    },
    creating: {
      title: 'Create a secret address?',
      about: 'Anyone who has it can read every published event of this calendar, including unlisted and private ones.',
      action: 'Create address',
    },
    replacing: {
      title: 'Replace the secret address?',
      about: 'The old address stops working immediately. Everyone who subscribed to it needs the new one.',
      action: 'Replace address',
    },
    revoking: {
      title: 'Revoke the secret address?',
      about: 'It stops working immediately. The public feed doesn’t change.',
      action: 'Revoke address',
      done: 'Secret address revoked.',
    },
    created: {
      title: 'The secret address',
      address: 'the address',
      warning:
        'This is the only time we show it. Anyone who has it can read every published event, including unlisted and private ones.',
      oneTap: 'For apps that subscribe with one tap:',
      webcalAddress: 'the webcal address',
    },
  },

  embed: {
    title: 'Embed',
    lead: 'Show your events on your own website with one tag.',
    isPrivate: 'This calendar is private and can’t be embedded. Make it public first.',
    tag: 'Embed tag',
    tagHint: 'Paste it where you want the list to appear.',
    copied: 'the tag',
    theme: 'Theme',
    themes: { auto: 'Same as the reader’s device', light: 'Light', dark: 'Dark' },
    accent: 'Accent',
    chooseAccent: 'Choose the accent',
    accentHint: (example: string) => `A colour such as ${example}. Leave it empty for the default.`,
    notColour: 'This isn’t a colour.',
    limit: 'Maximum number of events',
    notLimit: (most: number) => `Enter a number from 1 to ${most}.`,
    compact: 'Compact, without pictures and summaries',
    preview: 'Preview',
    previewOfList: 'Preview of the embedded list',
  },

  reference: {
    title: 'Reference',
    lead: 'Call this calendar from your own code.',
    base: 'Base URL',
    copiedBase: 'the base URL',
    copiedCommand: 'the command',
    listWithKey: 'List the events of this calendar with an API key:',
    listPublic: 'List this calendar’s public events:',
    whole: {
      title: 'The reference',
      about: 'Every operation, with requests you can run, filled in with this calendar.',
    },
    quickStarts: {
      title: 'Quick starts',
      about: 'From an embedded list to a verified webhook, in a few lines each.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'The payload of every event type, and the headers of both forms.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'The machine-readable contract, for generators and linters.',
    },
  },

  /** The dialog that shows a key, a webhook secret or a secret address once. */
  secret: {
    warning: 'This is the only time we show it. Keep it on a server, never in a web page.',
    saved: 'I’ve saved it',
  },
}

export type DevelopersWords = typeof english

export const developersWords = area('developers', english)
