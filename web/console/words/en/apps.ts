import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'

const english = {
  title: 'Apps',
  lead: 'Apps and assistants that can act for a member of this calendar.',
  none: 'No app has access to this calendar.',
  list: 'Apps with access',
  calledItself: (name: string) => `Calls itself “${name}”`,
  allowed: (when: Child, who: string): Child[] => ['Allowed ', when, ` by ${who}`],
  neverUsed: 'Not used yet',
  lastUsed: (when: Child): Child[] => ['Last used ', when],
  scopes: 'It may',
  limit: 'As an assistant, it may',
  limited: 'Saved.',
  did: 'What it has done',
  end: 'End access',
  ending: {
    title: (host: string) => `End the access of ${host}?`,
    about: 'The app can no longer read or change this calendar, and its webhooks stop.',
    action: 'End access',
    done: (host: string) => `${host} no longer has access.`,
  },
  consent: {
    title: 'Allow an app',
    wants: (host: Child): Child[] => [host, ' wants access to a calendar'],
    calendar: 'Calendar',
    could: 'It could',
    apart: 'It could also email people, change registrations, refund money or send your data elsewhere',
    unchecked: (host: string) => `We haven’t checked ${host}. It can never do more than you can.`,
    commandLine: 'The command line of this service',
    claimed: 'Any program on this computer can claim to be evcal. It can never do more than you can.',
    returns: (to: string) => `It will send you back to ${to}.`,
    returnsHere:
      'It will send you back to a program on this computer. Allow it only if you have just started that program yourself.',
    elsewhere: (to: string, host: string) => `Careful: it sends you to ${to}, which isn’t ${host}.`,
    anyTime: 'You can end this at any time under Settings → Apps.',
    allow: 'Allow app',
    noCalendar: {
      title: 'You have no calendar for this app',
      text: 'An app needs a calendar on the PRO plan that you manage or own.',
    },
    wrong: {
      title: 'We can’t accept this app’s request',
      text: 'We won’t send you back, because the address may not belong to the app. Try again from the app, or contact its developer.',
    },
  },
}

export type AppsWords = typeof english

export const appsWords = area('apps', english)
