import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  skip: 'Skip to content',
  documentTitle: (page: string) => `${page} · Workspace`,

  // Before sign-in.
  appName: 'Calendar',
  welcome: 'Run your events',
  welcomeLead:
    'Calendars, guests, tickets, messages and check-in in one place, with API keys and webhooks for developers.',
  havePass: (openInKiosk: Child): Child => ['Have a door pass? ', openInKiosk, '.'],
  openInKiosk: 'Open it in the kiosk',
  signIn: 'Sign in',
  manageSignIn: 'Manage sign-in',
  signOut: 'Sign out',
  operate: 'Operate the service',
  deleteAccount: 'Delete account…',
  signOutName: (name: string) => `Sign out ${name}`,
  signedOut: 'You’re signed out',
  signInAgain: 'Sign in again and you’ll be back where you were.',
  noSignIn: 'You can’t sign in here because the service has no identity provider.',

  // A page that isn’t there, or hasn’t loaded.
  notFound: 'Page not found',
  cantFind: 'We can’t find this page',
  mayBeDeleted: (name: string) => `It may have been deleted, or you don’t have access. You’re signed in as ${name}.`,
  notLoaded: 'This screen didn’t load. Reload the page to get the latest version.',
  languageNotLoaded: 'This language didn’t load. Reload the page and try again.',
  cantUndo: 'We couldn’t undo that.',

  // Navigation.
  sections: {
    events: 'Events',
    series: 'Series',
    people: 'People',
    messages: 'Messages',
    money: 'Money',
    numbers: 'Numbers',
    team: 'Team',
    history: 'History',
    settings: 'Settings',
    developers: 'Developers',
  },
  tabs: {
    overview: 'Overview',
    guests: 'Guests',
    tickets: 'Tickets & questions',
    orders: 'Orders',
    messages: 'Messages',
    door: 'Door',
    rehearsal: 'Rehearsal',
    history: 'History',
  },
  sectionsLabel: 'Sections',
  mainSections: 'Main sections',
  breadcrumb: 'Breadcrumb',
  backTo: (page: string) => `Back to ${page}`,
  calendarLabel: 'Calendar:',

  // The account menu.
  accountOf: 'Account of',
  userId: 'Your user ID, for adding you to a calendar',
  userIdName: 'your user ID',
  nameAndEmail: 'Your name and email address, for other members of your calendars',
  showToMembers: 'Show to members',
  hideFromMembers: 'Hide from members',
  language: 'Language',

  // Search.
  search: 'Search or jump',
  searchAll: 'Calendars and actions',
  searchCalendar: 'Events, guests, pages',
  results: 'Results',
  noMatches: 'No matches',
  goTo: 'Go to',
  actions: 'Actions',
  calendars: 'Calendars',
  newEvent: 'New event',
  emailAndEvents: (email: string, count: number) =>
    `${email}, ${counted(count, { one: '# event', other: '# events' })}`,
  choose: 'choose',
  open: 'open',
  close: 'close',

  // Keyboard shortcuts.
  help: 'Shortcuts and help',
  ctrl: 'Ctrl',
  keyThen: 'then',
  keys: {
    search: 'Search or jump',
    searchList: 'Search this list',
    create: 'Create a new item on this screen',
    sections: 'Events, Series, Messages, Numbers, Team, Developers',
    rows: 'Next or previous row or guest',
    select: 'Select a row; Shift-X selects up to it',
    openRow: 'Open the details of a row',
    edit: 'Edit',
    decide: 'Approve or decline the selected or open guest',
    resend: 'Resend the guest’s email',
    transfer: 'Transfer the place',
    send: 'Send the form',
    close: 'Close the panel or dialog, or clear the selection',
    help: 'Show this list',
  },
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: (search: string, send: string) =>
    `If you turn them off, only ${search}, ${send} and Esc work. Saved on this device.`,
  throughApi: (reference: Child): Child => ['You can do everything here through the API too. See ', reference, '.'],
  apiReference: 'the API reference',
}

export type FrameWords = typeof english

export const frameWords = area('frame', english)
