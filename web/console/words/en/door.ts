import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  findGuest: 'Find a guest',
  openKiosk: 'Open kiosk',

  progress: {
    inside: 'Inside now',
    checkedIn: 'Checked in',
    live: 'Live',
    connecting: 'Connecting',
    /** `count` is shown large. `small` draws the text around it. */
    ofExpected: (count: Child, expected: string, small: (text: string) => Child): Child => [
      count,
      ' ',
      small(`of ${expected}`),
    ],
    everyoneIn: 'Everyone is in',
    toGo: (count: number) => counted(count, { one: '# to go', other: '# to go' }),
    perMinute: (pace: string) => `${pace} a minute`,
    /** `fromNow` is a relative time, such as "in 5 minutes". */
    lastGuest: (fromNow: string) => `at this pace, the last guest arrives ${fromNow}`,
  },

  chart: {
    title: 'Check-ins per 5 minutes',
    label: 'Check-ins in the last hour, per 5 minutes',
    from: 'From',
    checkIns: 'Check-ins',
    bar: (time: string, guests: number) => `${time}: ${counted(guests, { one: '# guest', other: '# guests' })}`,
  },

  gates: { title: 'Gates', none: 'No guests in yet.', noGate: 'No gate' },

  latest: {
    title: 'Latest check-ins',
    none: 'No check-ins in the last hour.',
    time: 'Time',
    gate: 'Gate',
    by: 'By',
    byYou: 'you',
    actions: 'Actions',
    undoOf: (name: string) => `Undo the check-in of ${name}`,
    undone: (name: string) => `Check-in of ${name} undone.`,
  },

  hours: {
    title: 'Check-in times',
    edit: 'Edit times',
    opens: (time: string) => `Opens ${time}`,
    closes: (time: string) => `Closes ${time}`,
    opensLabel: 'Opens',
    closesLabel: 'Closes',
    blankOpens: 'blank = 4 hours before the event',
    blankCloses: 'blank = 4 hours after the event',
    save: 'Save times',
    saved: 'Check-in times saved.',
    practice: 'Until then, you can practise on the kiosk. Practice scans don’t count.',
  },

  staff: {
    title: 'At the door',
    lead: 'Open the kiosk on the phone you’ll scan with. You’re already signed in.',
  },

  checkpoints: {
    title: 'Checkpoints',
    add: 'Add checkpoint',
    lead: 'Add one for another door inside, such as a workshop, a meal or a lounge with limited room.',
    admitted: (count: number) => counted(count, { one: '# in total', other: '# in total' }),
  },

  checkpointForm: {
    newTitle: 'New checkpoint',
    editTitle: (name: string) => `Edit ${name}`,
    mode: 'How often the same guest can enter',
    modes: { ONCE: 'Once', DAILY: 'Once a day', IN_OUT: 'Again after leaving' },
    inOutHint: 'Guests are scanned on the way out too.',
    capacity: 'Capacity',
    blankUnlimited: 'blank = unlimited',
    opens: 'Opens',
    closes: 'Closes',
    blankAsDoor: 'blank = same as the door',
    tickets: 'Tickets accepted',
    ticketsHint: 'Choose none to accept every ticket.',
    create: 'Create checkpoint',
    save: 'Save checkpoint',
    delete: 'Delete checkpoint',
    askDelete: (name: string) => `Delete “${name}”?`,
    deleteText: 'Guests can no longer be scanned there. The scanners that use it stop working.',
  },

  passes: {
    title: 'Door passes',
    new: 'New door pass',
    none: 'A door pass opens the kiosk on any phone until after the event, without an account.',
    needsPlan: 'Helpers can check in guests with a pass, without an account. Your team opens the kiosk by signing in.',
    statuses: { ACTIVE: 'Active', EXPIRED: 'Expired', REVOKED: 'Revoked' },
    notUsed: 'not used yet',
    /** `fromNow` is a relative time, such as "2 minutes ago". */
    used: (fromNow: string) => `used ${fromNow}`,
    expires: (time: string) => `expires ${time}`,
    revoke: 'Revoke',
    revokeOf: (label: string) => `Revoke ${label}`,
    askRevoke: (label: string) => `Revoke “${label}”?`,
    revokePass: 'Revoke pass',
    revokeMeans: 'This pass stops working at the next scan.',
  },

  passForm: {
    label: 'Label',
    labelExample: 'Volunteers',
    labelHint: 'Recorded on every check-in.',
    gate: 'Gate',
    hours: 'Valid for, in hours',
    /** `time` is when the pass expires if the field is blank, 2 hours after the event ends. */
    hoursHint: (time: string) => `Leave blank to keep it valid until ${time}, 2 hours after the event ends.`,
    door: 'Door',
    everyDoor: 'Every door',
    create: 'Create pass',
  },

  newPass: {
    print: 'Print',
    copyLink: 'Copy link',
    /** Completes "Copy link" for screen readers. */
    ofLink: 'the link of the pass',
    codeOf: (label: string) => `QR code of door pass ${label}`,
    scan: (expires: string) =>
      `Scan it with a phone’s camera to open the kiosk without an account. The pass expires ${expires}.`,
    shownOnce: 'We only show it once. If you lose it, create a new pass.',
    onPaper: (expires: string) => `Scan with a phone’s camera to open the kiosk. Expires ${expires}.`,
  },
}

export type DoorWords = typeof english

export const doorWords = area('door', english)
