import { createWriteStream, openSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventCalendar, NoResponseError, RefusedError, type Archive } from '../../../sdk-typescript/src/index.ts'
import { command, type Context } from '../context.ts'
import { readSession } from '../credentials.ts'
import { UsageError } from '../usage-error.ts'

const BETWEEN_READS_MS = 1_000

interface Wanted {
  slug: string
  out: string
  /** Id of an existing archive to download. */
  id: string | null
}

/** Creates the file, readable by its owner only. Never replaces an existing file. */
const newFile = (path: string) => {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${path} exists already.` : `${path} can't be written: ${message}`)
  }
}

/** Thrown for an archive that has failed or expired. Running the command again with its id would fail as well. */
class LostArchiveError extends Error {}

const isLost = (error: unknown) =>
  error instanceof LostArchiveError || (error instanceof RefusedError && error.status === 404)

/** Shows the key before anything else can fail, because the service returns it once. */
const create = async (client: EventCalendar, { slug }: Wanted, { note }: Context) => {
  const { id, key } = await client.archives.create(slug)
  note(`Creating ${id}. Its key, which is shown once: ${key}`)
  return { id, key }
}

const untilComplete = async (client: EventCalendar, slug: string, id: string, signal: AbortSignal) => {
  for (;;) {
    const archive = await client.archives.get(slug, id, { signal })
    if (archive.status === 'FAILED') throw new LostArchiveError(`The archive has failed: ${archive.error}`)
    if (archive.status === 'READY') return archive
    await sleep(BETWEEN_READS_MS, undefined, { signal })
  }
}

/** The link is the credential, so the download works even if the session has expired in the meantime. */
const download = async ({ url, bytes }: Archive, file: number, path: string, signal: AbortSignal) => {
  if (url === null) throw new LostArchiveError('The file of this archive has been deleted. Create another archive.')
  const failed = (reason: string, cause?: unknown) => new NoResponseError(`The download ${reason}.`, null, cause)
  const stream = createWriteStream(path, { fd: file })
  const broken = (error: unknown) => {
    throw signal.aborted ? error : failed('broke off', error)
  }
  const response = await fetch(url, { signal }).catch(broken)
  if (!response.ok || response.body === null) throw failed(`returned ${response.status}`)
  await pipeline(response.body, stream).catch(broken)
  if (stream.bytesWritten !== bytes) throw failed(`has ${stream.bytesWritten} of ${bytes} bytes`)
}

const run = async (context: Context, wanted: Wanted) => {
  const { env, signal, print, note } = context
  const { slug, out } = wanted
  const client = new EventCalendar(readSession(env))
  // Opened before the archive is created, because a calendar can have only three archives a day.
  const file = newFile(out)
  let made: { id: string; key: string | null } | null = wanted.id === null ? null : { id: wanted.id, key: null }
  try {
    made ??= await create(client, wanted, context)
    const archive = await untilComplete(client, slug, made.id, signal)
    await download(archive, file, out, signal)
    print({ ...archive, key: made.key, file: out }, [
      `Wrote ${archive.rowCount} rows, ${archive.bytes} bytes, to ${out}.`,
      `Digest: ${archive.digest}`,
    ])
  } catch (error) {
    rmSync(out, { force: true })
    if (made !== null && !isLost(error)) note(`To continue: evcal archive ${slug} --out ${out} --id ${made.id}`)
    throw signal.aborted ? new UsageError('Stopped.') : error
  }
}

export const archive = command({
  name: 'archive',
  takes: ['CALENDAR'],
  options: { out: { type: 'string' }, id: { type: 'string' } },
  summary: 'Write everything in a calendar, by its slug, into a file. Needs EVCAL_SESSION_TOKEN of an owner',
  async run(context, [slug = ''], { out, id }) {
    if (typeof out !== 'string') throw new UsageError('archive needs --out, such as harbour.zip')
    await run(context, { slug, out, id: typeof id === 'string' ? id : null })
  },
})
