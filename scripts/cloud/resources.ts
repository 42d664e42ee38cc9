import * as z from 'zod'
import { CloudError } from './cloud-error.ts'
import { Refusal, type CloudflareApi } from './cloudflare-api.ts'

export interface Found {
  id: string
  isNew: boolean
}

/** Location of a new database or bucket, which can't be changed later. */
export interface Place {
  /** Region hint, such as `weur`. */
  location?: string | undefined
  /** Jurisdiction that the data never leaves, such as `eu`. Null: none. */
  jurisdiction: string | null
}

const Database = z.object({ uuid: z.string(), name: z.string(), jurisdiction: z.string().nullish() })
const Queue = z.object({ queue_id: z.string(), queue_name: z.string() })
const Bucket = z.object({ name: z.string() })

/** Looks up the database by name before creating it, so that a second run completes an interrupted first one. */
export const ensureDatabase = async (
  api: CloudflareApi,
  account: string,
  name: string,
  { location, jurisdiction }: Place,
): Promise<Found> => {
  const path = `/accounts/${account}/d1/database`
  const existing = (await api.list(path, { name }, Database)).find((database) => database.name === name)
  if (existing !== undefined) {
    const { jurisdiction: found } = existing
    // Absent if the API doesn't return it. Then wrangler.toml, which `provision` writes first, is the only record.
    if (found !== undefined && found !== jurisdiction)
      throw new CloudError(
        `the database ${name} exists in ${found === null ? 'no jurisdiction' : `the jurisdiction ${found}`}, which can't be changed`,
      )
    return { id: existing.uuid, isNew: false }
  }
  const hint = location === undefined ? {} : { primary_location_hint: location }
  const { uuid } = await api.post(path, { name, ...(jurisdiction === null ? hint : { jurisdiction }) }, Database)
  return { id: uuid, isNew: true }
}

export const ensureQueue = async (api: CloudflareApi, account: string, name: string): Promise<Found> => {
  const path = `/accounts/${account}/queues`
  const existing = (await api.list(path, { name }, Queue)).find((queue) => queue.queue_name === name)
  if (existing !== undefined) return { id: existing.queue_id, isNew: false }
  const { queue_id: id } = await api.post(path, { queue_name: name }, Queue)
  return { id, isNew: true }
}

export const ensureBucket = async (
  api: CloudflareApi,
  account: string,
  name: string,
  { location, jurisdiction }: Place,
): Promise<Found> => {
  const path = `/accounts/${account}/r2/buckets`
  // R2 shows a bucket only to requests that name its jurisdiction.
  const headers: Record<string, string> = jurisdiction === null ? {} : { 'cf-r2-jurisdiction': jurisdiction }
  const existing = await orMissing(api.get(`${path}/${name}`, Bucket, headers))
  if (existing !== null) return { id: name, isNew: false }
  const hint = location === undefined || jurisdiction !== null ? {} : { locationHint: location }
  await api.post(path, { name, ...hint }, Bucket, headers)
  return { id: name, isNew: true }
}

/**
 * Returns the names of the secrets; Cloudflare never returns their values. Returns none for a Worker that was never
 * deployed (404).
 */
export const secretsOf = async (api: CloudflareApi, account: string, worker: string): Promise<string[]> => {
  const secrets = await orMissing(
    api.get(`/accounts/${account}/workers/scripts/${worker}/secrets`, z.array(z.object({ name: z.string() }))),
  )
  return (secrets ?? []).map(({ name }) => name)
}

const orMissing = async <Result>(asked: Promise<Result>): Promise<Result | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}
