import type { Direction } from '../../src/kernel/vocabulary.ts'

/** What a device keeps for itself. Nothing here is a secret; tokens are not kept here. */
const KEY = 'kiosk.settings'

export interface Settings {
  deviceId: string
  gate: string | null
  admitsAtOnce: boolean
  isSilent: boolean
  /** The door it worked at last, so that it finds it again without a network. */
  eventId: string | null
  /** The door of that event: null until one was chosen. */
  place: { eventId: string; checkpointId: string | null } | null
  /** Which way guests go past this device, where they go both ways. */
  direction: Direction
  /** The language that somebody has chosen here; null for the browser's. */
  locale: string | null
}

const read = (): Partial<Settings> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

const newDeviceId = () => `kiosk-${crypto.randomUUID().slice(0, 8)}`

export const createSettings = () => {
  let settings: Settings = {
    deviceId: newDeviceId(),
    gate: null,
    admitsAtOnce: false,
    isSilent: false,
    eventId: null,
    place: null,
    direction: 'IN',
    locale: null,
    ...read(),
  }
  const change = (changes: Partial<Settings>) => {
    settings = { ...settings, ...changes }
    localStorage.setItem(KEY, JSON.stringify(settings))
  }
  change({})
  return { get: () => settings, change }
}

export type SettingsStore = ReturnType<typeof createSettings>
