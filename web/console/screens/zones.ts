import type { Option } from '../parts/fields.tsx'
import { clockOf } from '../parts/words.ts'

export const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Returns every IANA time zone the browser supports, plus `kept`, each with its current time. */
export const zoneOptions = (kept: string): Option[] => {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = [...new Set([kept, 'UTC', ...known])].toSorted()
  const now = Date.now()
  return zones.map((value) => ({
    value,
    label: `${value.split('/').at(-1)?.replaceAll('_', ' ') ?? value} · ${value} · ${clockOf(now, value)} there now`,
  }))
}
