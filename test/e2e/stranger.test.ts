import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeBy, type JudgedAnswer, type OpenApiDocument } from '../../harness/document-judge.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const STRANGER = fileURLToPath(new URL('../stranger', import.meta.url))
/** The folder is inside the repository, so that Node finds the client's only dependency. */
const OUT = fileURLToPath(new URL('../../dist/stranger', import.meta.url))
const execute = promisify(execFile)
/**
 * Must be asynchronous: `spawnSync` would stop this process from reading the service's log, which blocks the service.
 */
const run = (...args: string[]) => execute(process.execPath, args, { cwd: OUT })
const tool = (path: string, ...args: string[]) => run(join(STRANGER, 'node_modules', path), ...args)

interface Told {
  answers: JudgedAnswer[]
  secrets: Record<string, string>
  heard: string[]
}

let service: RunningService
let document: OpenApiDocument & {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: unknown } } } } }>
}
let told: Told

beforeAll(async () => {
  service = await startService({ env: { LOG_LEVEL: 'debug' } })
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  document = (await (await fetch(`${service.baseUrl}/v1/openapi.json`)).json()) as typeof document
  writeFileSync(join(OUT, 'openapi.json'), JSON.stringify(document))
  for (const file of ['story.ts', 'tsconfig.json', 'package.json']) copyFileSync(join(STRANGER, file), join(OUT, file))
})

afterAll(async () => {
  await service.stop()
})

describe('client generated from the OpenAPI document', () => {
  it('compiles in strict mode and completes the story from event creation to accounting', async () => {
    await tool('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'schema.d.ts')
    await tool('typescript/bin/tsc', '--project', '.')
    const { demo, baseUrl } = service
    const record = join(OUT, 'record.json')
    const given = { baseUrl, token: demo.tokens.owner, key: demo.apiKeys.pro, slug: demo.calendars.pro, record }
    await run(join(OUT, 'story.js'), JSON.stringify(given))
    told = JSON.parse(readFileSync(record, 'utf8')) as Told
    expect(told.heard).toEqual(expect.arrayContaining(['guest.registered', 'checkin.created']))
    expect(told.answers.length).toBeGreaterThan(20)
  })

  it('compiles and registers a guest with @hey-api/openapi-ts', async () => {
    const hook = join(STRANGER, 'own-typescript.mjs')
    const generator = join(STRANGER, '../../node_modules/@hey-api/openapi-ts/dist/run.mjs')
    copyFileSync(join(STRANGER, 'hey-api.config.mjs'), join(OUT, 'hey-api.config.mjs'))
    await run('--import', hook, generator, '-f', 'hey-api.config.mjs')
    copyFileSync(join(STRANGER, 'hey-api.ts'), join(OUT, 'hey-api.ts'))
    await tool('typescript/bin/tsc', '--project', '.')
    const { demo, baseUrl } = service
    const example = document.webhooks['guest.registered']?.post.requestBody.content['application/json'].example
    const delivery = JSON.stringify(example)
    const given = { baseUrl, token: demo.tokens.owner, key: demo.apiKeys.pro, slug: demo.calendars.pro, delivery }
    await expect(run(join(OUT, 'hey-api.js'), JSON.stringify(given))).resolves.toBeDefined()
  })

  it('receives documented responses only', () => {
    expect(told.answers.map(judgeBy(document).faultOf).filter((fault) => fault !== null)).toEqual([])
  })
})

describe('secret', () => {
  /** The only calls whose responses may contain the secret. A manage token may also appear on its own page. */
  const SHOWN_BY: Record<string, RegExp> = {
    'webhook secret': /^POST \/calendars\/[\w-]+\/webhooks$/,
    'manage token': /^(?:POST \/public\/events\/\w+\/registrations|GET \/public\/registrations\/.*)$/,
    'API key': /^POST \/calendars\/[\w-]+\/api-keys$/,
    'feed token': /^POST \/calendars\/[\w-]+\/feed-token$/,
    'live ticket': /^POST \/v1\/events\/\w+\/checkins\/live-ticket$/,
    'door pass': /^POST \/events\/\w+\/door-passes$/,
    'secret of our own': /^POST \/events\/\w+\/webhooks$/,
    'rotated secret': /^POST \/calendars\/[\w-]+\/webhooks\/\w+\/rotate-secret$/,
  }
  const allSecrets = () => ({
    ...told.secrets,
    'session token': service.demo.tokens.owner,
    'demo key': service.demo.apiKeys.pro,
  })

  it('exists in the story for every kind', () => {
    expect(Object.keys(told.secrets).toSorted()).toEqual(Object.keys(SHOWN_BY).toSorted())
    for (const secret of Object.values(told.secrets)) expect(secret.length).toBeGreaterThan(20)
  })

  it('appears only in the response that creates it', () => {
    for (const [kind, secret] of Object.entries(allSecrets())) {
      const showing = told.answers.filter(({ text, headers }) => (text + JSON.stringify(headers)).includes(secret))
      for (const { method, path } of showing) expect(`${method} ${path}`, kind).toMatch(SHOWN_BY[kind] ?? /^$/)
      expect(showing.length > 0, kind).toBe(kind in SHOWN_BY)
    }
  })

  it('is in no file of the data directory, whether plain, in base64 or in hex', () => {
    // Does not search demo.json, the keys and the sent emails, which the machine's owner may read.
    const files = globSync('**/*', {
      cwd: service.dataDir,
      exclude: ['mail', 'demo.json', 'encryption.key', 'derivation.key'],
    })
      .map((path) => join(service.dataDir, path))
      .filter((path) => statSync(path).isFile())
    const databases = files.filter((path) => /\.sqlite(?:-wal)?$/.test(path))
    expect(databases.length).toBeGreaterThan(2)
    const contents = files.map((path) => [path, readFileSync(path)] as const)
    // Proves that the search works by finding this email address, which is stored in plain text.
    expect(contents.some(([, bytes]) => bytes.includes('mary@strangers.example'))).toBe(true)
    const keyIn = (name: string) => readFileSync(join(service.dataDir, `${name}.key`), 'utf8').trim()
    const keys = { 'the sealing key': keyIn('encryption'), 'the derivation key': keyIn('derivation') }
    expect(keys['the sealing key']).not.toBe(keys['the derivation key'])
    for (const [kind, secret] of Object.entries({ ...allSecrets(), ...keys })) {
      const bytes = Buffer.from(secret)
      for (const form of [bytes, Buffer.from(bytes.toString('base64')), Buffer.from(bytes.toString('hex'))]) {
        const holding = contents.filter(([, content]) => content.includes(form)).map(([path]) => path)
        expect(holding, kind).toEqual([])
      }
    }
  })

  it('is never logged, nor are paths, slugs, names or email addresses', async () => {
    await expect.poll(() => service.output().includes('"route":"/v1/events/:eventId/checkins"')).toBe(true)
    const log = service.output()
    const personal = {
      email: 'mary@strangers.example',
      name: 'Shelley',
      slug: 'an-evening-of-strangers',
      path: '/events/evt_',
    }
    for (const [kind, text] of Object.entries({ ...allSecrets(), ...personal }))
      expect(log.includes(text), kind).toBe(false)
  })
})
