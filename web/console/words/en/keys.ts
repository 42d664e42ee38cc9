import type { Child } from 'hono/jsx/dom'
import { SCOPES } from '../../../../src/kernel/vocabulary.ts'
import { area } from '../loaded.ts'

const scopes: Record<keyof typeof SCOPES, string> = SCOPES

const english = {
  title: 'API keys',
  lead: 'For your own servers. A key works only for this calendar and its scopes.',
  create: 'Create key',
  empty: {
    title: 'No API keys yet',
    about: 'A key lets your server read and change this calendar without anyone signed in.',
  },
  limitReached:
    'All three keys of this calendar are active, and three is the most it can have. Deactivate or revoke one to make room for another.',
  activeKeys: (active: number, most: number) => `${active} of ${most} active keys.`,
  revokedKeys: (count: number) => `Revoked keys (${count})`,

  states: { active: 'Active', inactive: 'Inactive', expired: 'Expired', revoked: 'Revoked' },
  testKey: 'Test key',
  scopesOfKey: 'Scopes',
  created: (when: Child, by: string): Child[] => ['Created ', when, ' by ', by],
  neverUsed: 'Never used',
  lastUsed: (when: Child): Child[] => ['Last used ', when],
  revoked: (when: Child): Child[] => ['Revoked ', when],
  expired: (time: string) => `Expired ${time}`,
  expires: (time: string) => `Expires ${time}`,

  activate: 'Activate',
  deactivate: 'Deactivate',
  activated: (name: string) => `“${name}” works again.`,
  deactivated: (name: string) => `“${name}” no longer works.`,
  rename: 'Rename',
  revoke: 'Revoke',

  nameHint: 'Name its purpose, so that you can tell your keys apart.',
  creating: {
    title: 'Create a key',
    kind: 'Kind',
    live: 'Live',
    liveHint: 'For production.',
    test: 'Test',
    testHint: 'Works everywhere except in production.',
    scopes: 'Scopes',
    scopesHint: 'Choose only the scopes that the key needs. You can’t add scopes later; you’d create a new key.',
    readOnly: 'Read only',
    allScopes: 'All',
    noScopes: 'None',
    expires: 'Expires',
    never: 'Never',
    in30Days: 'In 30 days',
    in90Days: 'In 90 days',
    inOneYear: 'In a year',
    action: 'Create key',
  },
  newKey: {
    title: 'Your new key',
    copiedKey: 'the key',
    tryIt: 'Try it from a terminal:',
    copiedCommand: 'the command',
  },
  assistants: {
    open: 'Assistants',
    label: 'Assistants with this key',
    hint: 'For programs such as Claude that use the key over MCP.',
    limits: {
      read: 'Read only',
      ask: 'Make changes after asking a person',
      confirm: 'Make changes and confirm them too',
    },
    action: 'Save',
    saved: 'Limits for assistants saved.',
  },
  renaming: { title: 'Rename the key', action: 'Rename key' },
  revoking: {
    title: (name: string) => `Revoke “${name}”?`,
    about: 'Requests with this key fail from now on. You can’t undo this.',
    action: 'Revoke permanently',
    done: (name: string) => `“${name}” has been revoked.`,
  },

  /** What each scope allows. */
  scopes,
}

export type KeysWords = typeof english

export const keysWords = area('keys', english)
