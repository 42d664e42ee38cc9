import type { Direction } from '../../src/kernel/vocabulary.ts'

/** Settings in `localStorage`. They contain no secrets; tokens are stored elsewhere. */
const KEY = 'kiosk.settings'

export interface Settings {
  deviceId: string
  gate: string | null
  admitsAtOnce: boolean
  isSilent: boolean
  /** The event that was opened last, so that the kiosk can reopen it offline. */
  eventId: string | null
  /** The door chosen for that event. Null until staff choose one. */
  place: { eventId: string; checkpointId: string | null } | null
  /** The direction of scans at `IN_OUT` doors. */
  direction: Direction
  /** The language chosen on this device. Null stands for the browser's language. */
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
