import { createApi, Refusal, type Credential } from '../shared/api.ts'
import type { Admission, Door, Found, ManifestPage, Scan, Summary, UploadResult } from './wire.ts'

/** Whoever stands at a door decides within this time with what the kiosk knows by itself. */
const PATIENCE_MS = 4_000
const UPLOAD_PATIENCE_MS = 20_000

/** The network or the service does not answer, which the kiosk can bridge; any other refusal is a decision. */
export const isOutage = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500)

/** The credential is no longer good for this door. */
export const isOver = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 401 || (error.status === 403 && !error.code.startsWith('checkin_')))

const inTime = async <Body>(mostMs: number, ask: (signal: AbortSignal) => Promise<Body>): Promise<Body> => {
  const signal = AbortSignal.timeout(mostMs)
  try {
    return await ask(signal)
  } catch (error) {
    if (signal.aborted) throw new Refusal(0, { message: 'We can’t reach the service.' }, null, error)
    throw error
  }
}

/** The operations at one event's door. */
export const createDoorApi = (credential: Credential, eventId: string, checkpointId: () => string | null) => {
  const api = createApi(credential)
  const at = (path: string) => `/events/${eventId}/checkins${path}`
  const get = async <Data>(path: string, query: Record<string, string> = {}) =>
    (await inTime(PATIENCE_MS, (signal) => api.get<{ data: Data }>(at(path), query, { signal }))).data
  /** At which door it is asked; the main one goes without saying. */
  const here = (): Record<string, string> => {
    const id = checkpointId()
    return id === null ? {} : { checkpointId: id }
  }
  return {
    door: () => get<Door>('/door'),
    summary: () => get<Summary>('/summary', here()),
    lookUp: (qrCode: string) => get<Found>('/lookup', { qrCode, ...here() }),
    /** At the main door, wherever this device stands. */
    partyOf: (qrCode: string) => get<Found>('/lookup', { qrCode }),
    search: (q: string) => get<Found[]>('/search', { q, ...here() }),
    manifest: (since: string | null) => get<ManifestPage>('/manifest', since === null ? {} : { since }),
    admit: async (scan: Scan) =>
      (await inTime(PATIENCE_MS, (signal) => api.post<{ data: Admission }>(at(''), scan, { signal }))).data,
    undo: (checkinId: string) =>
      inTime(PATIENCE_MS, (signal) => api.delete(at(`/${checkinId}`), undefined, { signal })),
    upload: async (scans: Scan[]) =>
      (
        await inTime(UPLOAD_PATIENCE_MS, (signal) =>
          api.post<{ data: { results: UploadResult[] } }>(at('/batch'), { scans }, { signal }),
        )
      ).data.results,
    liveTicket: async () =>
      (
        await inTime(PATIENCE_MS, (signal) =>
          api.post<{ data: { url: string } }>(at('/live-ticket'), undefined, { signal }),
        )
      ).data.url,
  }
}

export type DoorApi = ReturnType<typeof createDoorApi>
