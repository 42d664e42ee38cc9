import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { jsonOf, missing, pageOf, refused, type Answer, type Call, type Handler } from './protocol.ts'

export const ACCOUNT = 'a'.repeat(32)

interface Database {
  uuid: string
  name: string
  jurisdiction: string | null
  db: DatabaseSync
}

interface Queue {
  queue_id: string
  queue_name: string
  consumers: Record<string, unknown>[]
}

interface UploadedWorker {
  bindings: { name: string; type: string; text?: string; jurisdiction?: string }[]
  crons: unknown
  domains: string[]
}

const META = { duration: 0, rows_read: 0, rows_written: 0, size_after: 4096 }

/** Imitates D1's query endpoint, which splits SQL at every semicolon, even inside a trigger. */
const runQuery = (db: DatabaseSync, sql: string): Answer => {
  try {
    const statements = sql.split(';').filter((statement) => statement.trim() !== '')
    return {
      result: statements.map((statement) => ({ results: db.prepare(statement).all(), success: true, meta: META })),
    }
  } catch (error) {
    return refused(7500, `${(error as Error).message}: SQLITE_ERROR`)
  }
}

/** Imitates D1's import endpoint, which applies a file completely or not at all. */
const runImport = (db: DatabaseSync, sql: string): Answer => {
  try {
    db.exec('BEGIN')
    db.exec(sql)
    db.exec('COMMIT')
    const done = { num_queries: sql.split(';').length, final_bookmark: 'bookmark', meta: META }
    return { result: { success: true, type: 'import', status: 'complete', messages: [], result: done } }
  } catch (error) {
    db.exec('ROLLBACK')
    return {
      result: { success: true, type: 'import', status: 'error', messages: [], errors: [(error as Error).message] },
    }
  }
}

const metadataOf = ({ body }: Call) => {
  const [, part = ''] = /name="metadata"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(body.toString('latin1')) ?? []
  return JSON.parse(part) as Pick<UploadedWorker, 'bindings'>
}

/** Imitates the part of a Cloudflare account and its API that wrangler and scripts/cloud use. */
export const createAccount = (origin: () => string) => {
  const uploads = new Map<string, string>()
  const databases: Database[] = []
  const queues: Queue[] = []
  const buckets: string[] = []
  /** Jurisdiction of each bucket that has one. Requests that name another don't find the bucket. */
  const jurisdictions: Record<string, string> = {}
  const secrets: Record<string, string[]> = {}
  const workers: Record<string, UploadedWorker> = {}

  const databaseOf = (idOrName = '') => databases.find(({ uuid, name }) => uuid === idOrName || name === idOrName)
  const queueOf = (id = '') => queues.find(({ queue_id }) => queue_id === id)
  const noWorker = () => missing(10_007, 'This Worker does not exist on your account.')
  const withWorker =
    (work: (worker: UploadedWorker, call: Call) => Answer): Handler =>
    (call, name = '') => {
      const worker = workers[name]
      return worker === undefined ? noWorker() : work(worker, call)
    }

  const upload: Handler = (call, name = '') => {
    const { bindings } = metadataOf(call)
    workers[name] = { crons: [], domains: [], ...workers[name], bindings }
    return {
      result: {
        id: name,
        deployment_id: randomUUID(),
        startup_time_ms: 9,
        entry_point: 'worker.js',
        has_preview: false,
        resources: { script: { etag: randomUUID(), handlers: ['fetch'], last_deployed_from: 'wrangler' }, bindings },
      },
    }
  }

  const handlers: Record<string, Handler> = {
    'GET /accounts': () => ({ result: [{ id: ACCOUNT, name: 'Loopback' }] }),
    'GET /memberships': () => ({ result: [{ account: { id: ACCOUNT, name: 'Loopback' } }] }),
    'GET @/d1/database': (call) => {
      const wanted = call.query.get('name')
      return pageOf(
        databases
          .filter(({ name }) => wanted === null || name.includes(wanted))
          .map(({ uuid, name, jurisdiction }) => ({ uuid, name, jurisdiction })),
        call,
      )
    },
    'POST @/d1/database': (call) => {
      const { name, jurisdiction = null } = jsonOf(call) as { name: string; jurisdiction?: string }
      if (databaseOf(name) !== undefined) return refused(7502, 'A database with that name already exists')
      const database = { uuid: randomUUID(), name, jurisdiction, db: new DatabaseSync(':memory:') }
      databases.push(database)
      return { result: { uuid: database.uuid, name } }
    },
    'GET @/d1/database/:id': (_call, id) => {
      const found = databaseOf(id)
      return found === undefined
        ? missing(7404, 'The database was not found')
        : { result: { uuid: found.uuid, name: found.name } }
    },
    'POST @/d1/database/:id/query': (call, id) => {
      const found = databaseOf(id)
      if (found === undefined) return missing(7404, 'The database was not found')
      return runQuery(found.db, String(jsonOf(call)['sql']))
    },
    'POST @/d1/database/:id/import': (call, id) => {
      const found = databaseOf(id)
      if (found === undefined) return missing(7404, 'The database was not found')
      const { action, etag, filename } = jsonOf(call) as Record<string, string>
      if (action === 'ingest') return runImport(found.db, uploads.get(filename ?? '') ?? '')
      return { result: { success: true, messages: [], filename: etag, upload_url: `${origin()}/uploads/${etag}` } }
    },
    'GET @/queues': (call) => {
      const wanted = call.query.getAll('name')
      return pageOf(
        queues.filter(({ queue_name }) => wanted.length === 0 || wanted.includes(queue_name)),
        call,
      )
    },
    'POST @/queues': (call) => {
      const { queue_name } = jsonOf(call) as { queue_name: string }
      if (queues.some((queue) => queue.queue_name === queue_name)) return refused(11_009, 'Queue name is already taken')
      const queue = { queue_id: randomUUID().replaceAll('-', ''), queue_name, consumers: [] }
      queues.push(queue)
      return { result: queue }
    },
    'GET @/queues/:id/consumers': (_call, id) => ({ result: queueOf(id)?.consumers ?? [] }),
    'POST @/queues/:id/consumers': (call, id) => {
      queueOf(id)?.consumers.push({ consumer_id: randomUUID(), ...jsonOf(call) })
      return { result: {} }
    },
    'GET @/r2/buckets/:name': ({ jurisdiction }, name = '') =>
      buckets.includes(name) && jurisdictions[name] === jurisdiction
        ? { result: { name } }
        : missing(10_006, 'The specified bucket does not exist.'),
    'POST @/r2/buckets': (call) => {
      const { name } = jsonOf(call) as { name: string }
      if (buckets.includes(name))
        return refused(10_004, 'The bucket you tried to create already exists, and you own it.')
      buckets.push(name)
      if (call.jurisdiction !== undefined) jurisdictions[name] = call.jurisdiction
      return { result: { name } }
    },
    'GET @/workers/scripts/:name/secrets': (_call, name = '') =>
      secrets[name] === undefined && workers[name] === undefined
        ? noWorker()
        : { result: (secrets[name] ?? []).map((secret) => ({ name: secret, type: 'secret_text' })) },
    'PUT @/workers/scripts/:name/secrets': (call, name = '') => {
      ;(secrets[name] ??= []).push(String(jsonOf(call)['name']))
      return { result: {} }
    },
    'GET @/workers/services/:name': (_call, name = '') =>
      workers[name] === undefined
        ? missing(10_090, 'This service does not exist on your account.')
        : {
            result: { default_environment: { environment: 'production', script: { last_deployed_from: 'wrangler' } } },
          },
    'GET @/workers/workers/:name': withWorker(() => ({
      result: { subdomain: { enabled: false, previews_enabled: false } },
    })),
    'GET @/workers/scripts/:name/settings': withWorker(({ bindings }) => ({ result: { bindings } })),
    'PATCH @/workers/scripts/:name/script-settings': withWorker((_worker, call) => ({ result: jsonOf(call) })),
    'POST @/workers/scripts/:name/subdomain': withWorker((_worker, call) => ({ result: jsonOf(call) })),
    'POST @/workers/scripts/:name/assets-upload-session': () => ({ result: { jwt: 'nothing-to-upload', buckets: [] } }),
    'POST @/workers/scripts/:name/domains/changeset': () => ({
      result: { added: [], removed: [], updated: [], conflicting: [] },
    }),
    'PUT @/workers/scripts/:name/domains/records': withWorker((worker, call) => {
      worker.domains = (jsonOf(call)['origins'] as { hostname: string }[]).map(({ hostname }) => hostname)
      return { result: [] }
    }),
    'GET @/workers/scripts/:name/deployments': withWorker(() => ({ result: { deployments: [] } })),
    'PUT @/workers/scripts/:name': upload,
    // For a Worker that exists and has no Durable Objects, wrangler uploads a version and then deploys it.
    'POST @/workers/scripts/:name/versions': upload,
    'POST @/workers/scripts/:name/deployments': () => ({ result: { id: randomUUID() } }),
    'PUT @/workers/scripts/:name/schedules': withWorker((worker, { body }) => {
      worker.crons = JSON.parse(body.toString())
      return { result: {} }
    }),
  }
  return { handlers, uploads, databases, queues, buckets, jurisdictions, secrets, workers }
}
