import { join } from 'node:path'
import type { DemoUser } from '../identity/users.ts'
import { readIfPresent, writePrivateFile } from './data-dir.ts'

export const DEMO_CALENDARS = ['free', 'plus', 'pro', 'other'] as const
export const DEMO_EVENTS = ['free', 'plus', 'pro', 'paid', 'other'] as const
export const DEMO_KEYS = ['pro', 'other'] as const

export interface EventRef {
  id: string
  slug: string
}

export interface GuestRef {
  id: string
  qrCode: string
}

/** Content of demo.json: everything that a new user, a test or a bench needs to call the running service. */
export interface Demo {
  baseUrl: string
  issuer: string
  tokens: Record<DemoUser, string>
  calendars: Record<(typeof DEMO_CALENDARS)[number], string>
  apiKeys: Record<(typeof DEMO_KEYS)[number], string>
  events: Record<(typeof DEMO_EVENTS)[number], EventRef>
  /** A guest registered for the event `pro`, whose check-in is open. */
  guest: GuestRef
}

/** The demo.json of the last start. Any part may be missing. */
export type KnownDemo = { [Part in keyof Pick<Demo, 'calendars' | 'apiKeys' | 'events'>]: Partial<Demo[Part]> } & {
  guest: GuestRef | undefined
}

export const demoPath = (dataDir: string) => join(dataDir, 'demo.json')

export const readDemo = (dataDir: string): Partial<Demo> => {
  try {
    const found: unknown = JSON.parse(readIfPresent(demoPath(dataDir)) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

export const readKnownDemo = (dataDir: string): KnownDemo => {
  const { calendars = {}, apiKeys = {}, events = {}, guest } = readDemo(dataDir)
  return { calendars, apiKeys, events, guest }
}

export const writeDemo = (dataDir: string, demo: Demo) =>
  writePrivateFile(demoPath(dataDir), `${JSON.stringify(demo, null, 2)}\n`)
