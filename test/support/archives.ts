import { applyD1Migrations } from 'cloudflare:test'
import { env as given } from 'cloudflare:workers'
import { inject } from 'vitest'
import { createCommit } from '../../src/db/commit.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { RawRow } from '../../src/db/statement.ts'
import { Turns } from '../../src/db/turns.ts'
import type { Deps } from '../../src/deps.ts'
import { base64 } from '../../src/kernel/crypto.ts'
import { randomBytes, randomId } from '../../src/kernel/ids.ts'
import { createVault } from '../../src/kernel/vault.ts'
import { runRestore, writeArchive } from '../../src/modules/archives/index.ts'
import { createFiles } from '../../src/platform/files.ts'
import type { Env } from '../../src/platform/env.ts'
import { appWith, deps } from './app.ts'
import { tokenFor } from './identity.ts'

const env = given as unknown as Env & { DB_TWO: D1Database }

/** Files under a prefix of their own, as in another bucket. */
const filesUnder = (prefix: string): Deps['files'] => {
  const files = createFiles(env.FILES)
  return {
    write: (key, ...rest) => files.write(prefix + key, ...rest),
    put: (key, ...rest) => files.put(prefix + key, ...rest),
    read: (key) => files.read(prefix + key),
    readRange: (key, ...rest) => files.readRange(prefix + key, ...rest),
    delete: (keys) => files.delete(keys.map((key) => prefix + key)),
    deleteAll: (folder) => files.deleteAll(prefix + folder),
  }
}

const ORIGIN = 'https://elsewhere.test'

/** Another installation: its own database, keys, files and address. */
export const newInstallation = async () => {
  const client = env.DB_TWO
  await applyD1Migrations(client, inject('migrations'))
  const db = openDatabase(client)
  const turns = new Turns(
    {
      bind: ({ sql, params }) => client.prepare(sql).bind(...params),
      batch: async (statements: D1PreparedStatement[]) =>
        (await client.batch<RawRow>(statements)).map(({ results }) => results),
    },
    { sharesStatements: false },
  )
  const through = async (queries: Parameters<typeof turns.take>[0]) => {
    const outcome = await turns.take(queries)
    if ('failed' in outcome) throw new Error(outcome.failed)
    return outcome.rows
  }
  const atEvent = {
    ...deps.atEvent,
    read: (_id: string, queries: Parameters<typeof through>[0]) => through(queries),
    write: (_id: string, queries: Parameters<typeof through>[0]) => through(queries),
  }
  const told: Parameters<Deps['tell']>[0][] = []
  const tell: Deps['tell'] = (due) => told.push(due)
  const { clock, edgeCache } = deps
  const writes = { makeStale: edgeCache.makeStale, writeAt: atEvent.write }
  const ports: Deps = {
    ...deps,
    db,
    atEvent,
    tell,
    files: filesUnder('elsewhere/'),
    vault: createVault(base64(randomBytes(32)), base64(randomBytes(32))),
    config: { ...deps.config, baseUrl: `${ORIGIN}/api`, pagesUrl: ORIGIN, defaultPlan: 'PRO' },
    commit: createCommit({ db, clock, newId: randomId, tell, ...writes }),
  }
  return { ...installationWith(ports), client, told, ports }
}

/** Sends requests to a service with these ports, and runs its queued jobs. */
export const installationWith = (ports: Deps) => {
  const app = appWith(ports)
  const send = async (line: string, { as, json, body }: { as?: string; json?: unknown; body?: BodyInit } = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const headers = new Headers()
    const signedInAt = Math.floor(ports.clock() / 1000)
    if (as !== undefined) headers.set('Authorization', `Bearer ${await tokenFor(as, { auth_time: signedInAt })}`)
    if (json !== undefined) headers.set('Content-Type', 'application/json')
    if (body !== undefined) headers.set('Content-Type', 'application/octet-stream')
    const sent = json === undefined ? body : JSON.stringify(json)
    const answer = await app.request(`/api${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
    const bytes = new Uint8Array(await answer.clone().arrayBuffer())
    const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') === true
    // `any`: tests read answers without the service's own types.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, bytes, body: isJson ? await answer.json<any>() : null }
  }

  /** Creates an archive, writes it, and returns it with its file. */
  const archive = async (slug: string, as: string) => {
    const made = await send(`POST /calendars/${slug}/archives`, { as })
    if (made.status !== 200) throw new Error(`no archive: ${made.status} ${JSON.stringify(made.body)}`)
    const { id, key } = made.body.data
    let { body } = await send(`GET /calendars/${slug}/archives/${id}`, { as })
    while (body.data.status === 'RUNNING') {
      await writeArchive(id, ports)
      ;({ body } = await send(`GET /calendars/${slug}/archives/${id}`, { as }))
    }
    if (body.data.status !== 'READY') throw new Error(body.data.error)
    const path = new URL(body.data.url).pathname.replace('/api', '')
    const { bytes } = await send(`GET ${path}`)
    return { id: id as string, key: key as string, digest: body.data.digest as string, url: path, bytes }
  }

  /** Uploads a file in pieces and starts its restore. */
  const upload = async (file: Uint8Array<ArrayBuffer>, as: string, start: object = {}, pieceBytes = 4_000_000) => {
    const { body } = await send('POST /restores', { as })
    const { id } = body.data
    for (let piece = 0; piece * pieceBytes < file.length; piece += 1)
      await send(`PUT /restores/${id}/pieces/${piece + 1}`, {
        as,
        body: file.slice(piece * pieceBytes, (piece + 1) * pieceBytes),
      })
    return { id: id as string, started: await send(`POST /restores/${id}/start`, { as, json: start }) }
  }

  const restore = async (file: Uint8Array<ArrayBuffer>, as: string, start: object = {}) => {
    const { id, started } = await upload(file, as, start)
    if (started.status !== 200) throw new Error(`not restored: ${started.status} ${JSON.stringify(started.body)}`)
    let state = started.body.data
    while (state.status === 'RUNNING') {
      await runRestore(id, ports)
      state = (await send(`GET /restores/${id}`, { as })).body.data
    }
    return state
  }
  return { send, archive, upload, restore }
}
