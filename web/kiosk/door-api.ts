import { createApi, Refusal, type Credential } from '../shared/api.ts'
import type { Admission, Door, Found, ManifestPage, Scan, Summary, UploadResult } from './wire.ts'

/** After 4 s without a response the kiosk decides offline, because a guest is waiting. */
const TIMEOUT_MS = 4_000
const UPLOAD_TIMEOUT_MS = 20_000

/**
 * Whether the kiosk works offline despite the error: network errors (status 0), 429 and 5xx. Any other `Refusal` is a
 * decision.
 */
export const isOutage = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Whether the credential has expired or has no access to this door. */
export const isOver = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 401 || (error.status === 403 && !error.code.startsWith('checkin_')))

const withTimeout = async <Body>(timeoutMs: number, ask: (signal: AbortSignal) => Promise<Body>): Promise<Body> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await ask(signal)
  } catch (error) {
    if (signal.aborted) throw new Refusal(0, { message: 'We can’t reach the service.' }, null, error)
    throw error
  }
}

export const createDoorApi = (credential: Credential, eventId: string, checkpointId: () => string | null) => {
  const api = createApi(credential)
  const at = (path: string) => `/events/${eventId}/checkins${path}`
  const get = async <Data>(path: string, query: Record<string, string> = {}) =>
    (await withTimeout(TIMEOUT_MS, (signal) => api.get<{ data: Data }>(at(path), query, { signal }))).data
  /** Returns the query parameters for this checkpoint. The main door needs none. */
  const here = (): Record<string, string> => {
    const id = checkpointId()
    return id === null ? {} : { checkpointId: id }
  }
  return {
    door: () => get<Door>('/door'),
    summary: () => get<Summary>('/summary', here()),
    lookUp: (qrCode: string) => get<Found>('/lookup', { qrCode, ...here() }),
    /** Always looks up the guest at the main door, since only the main door admits parties. */
    partyOf: (qrCode: string) => get<Found>('/lookup', { qrCode }),
    search: (q: string) => get<Found[]>('/search', { q, ...here() }),
    manifest: (since: string | null) =>
      get<ManifestPage>('/manifest', { words: 'true', ...(since !== null && { since }) }),
    admit: async (scan: Scan) =>
      (await withTimeout(TIMEOUT_MS, (signal) => api.post<{ data: Admission }>(at(''), scan, { signal }))).data,
    undo: (checkinId: string) =>
      withTimeout(TIMEOUT_MS, (signal) => api.delete(at(`/${checkinId}`), undefined, { signal })),
    upload: async (scans: Scan[]) =>
      (
        await withTimeout(UPLOAD_TIMEOUT_MS, (signal) =>
          api.post<{ data: { results: UploadResult[] } }>(at('/batch'), { scans }, { signal }),
        )
      ).data.results,
    liveTicket: async () =>
      (
        await withTimeout(TIMEOUT_MS, (signal) =>
          api.post<{ data: { url: string } }>(at('/live-ticket'), undefined, { signal }),
        )
      ).data.url,
  }
}

export type DoorApi = ReturnType<typeof createDoorApi>
