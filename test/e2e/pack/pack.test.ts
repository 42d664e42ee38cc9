import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../harness/free-port.ts'
import { writePackage } from '../../../scripts/pack/write-package.ts'
import { buildImage, librariesOf } from './image.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const DRIVER = fileURLToPath(new URL('driver.mjs', import.meta.url))

const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined

/** Runs the driver with the root as `/`: in bubblewrap without network and as uid 10001, or in a plain chroot. */
const driverCommand = (root: string, data: string): [string, string[]] => {
  const driver = ['/opt/event-calendar/bin/node', '/opt/driver.mjs']
  return isInstalled('bwrap')
    ? [
        'bwrap',
        ['--unshare-all', '--die-with-parent', '--uid', '10001', '--gid', '10001', '--ro-bind', root, '/'].concat(
          ['--bind', data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev', '--clearenv'],
          driver,
        ),
      ]
    : ['chroot', [root, ...driver]]
}

describe('npm run pack', () => {
  let dir = ''
  let bytes = 0
  const root = mkdtempSync(join(tmpdir(), 'event-calendar-root-'))
  const data = mkdtempSync(join(tmpdir(), 'event-calendar-data-'))

  beforeAll(async () => {
    ;({ dir, bytes } = await writePackage(ROOT))
  })
  afterAll(() => {
    for (const path of [root, data, dir]) rmSync(path, { recursive: true, force: true })
  })

  it('writes at most 250 MB', () => {
    expect(bytes).toBeGreaterThan(100_000_000)
    expect(bytes).toBeLessThan(250_000_000)
  })

  it('names every bundled package in sbom.json, with its licence', () => {
    const { components } = JSON.parse(readFileSync(join(dir, 'sbom.json'), 'utf8')) as {
      components: { name: string; licenses?: unknown[] }[]
    }
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['hono', 'drizzle-orm', 'zod', 'miniflare', 'workerd', 'node']))
    expect(components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([])
    expect(globSync('LICENSES/*', { cwd: dir }).length).toBeGreaterThan(10)
  })

  it('prints its version, and answers `health` with 1 while nothing runs', () => {
    const command = join(dir, 'bin/event-calendar')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(execFileSync(command, ['version'], { encoding: 'utf8' }).trim()).toBe(version)
    expect(spawnSync(command, ['health'], { env: { ...process.env, PORT: '9' } }).status).toBe(1)
    expect(spawnSync(command, ['fly']).status).toBe(2)
  })

  it.each([
    [
      ['start'],
      { PUBLIC_BASE_URL: 'https://calendar.venue.org/api' },
      'event-calendar start: PUBLIC_BASE_URL is still that of the example; replace it with yours',
    ],
    [
      ['backup', '/no/such/directory', '--keep', '3'],
      {},
      'event-calendar backup: /no/such/directory is not a directory, which --keep needs',
    ],
  ])('refuses %j with %j in one sentence', (words, env, says) => {
    const { status, stderr } = spawnSync(join(dir, 'bin/event-calendar'), words, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    })
    expect(stderr.trim()).toBe(says)
    expect(status).not.toBe(0)
  })

  it('signs people in itself without AUTH_ISSUER, and prints a link for the first account', async () => {
    const port = await freePort()
    const own = mkdtempSync(join(tmpdir(), 'event-calendar-own-'))
    const child = spawn(join(dir, 'bin/event-calendar'), ['start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: own,
        PORT: String(port),
        ALLOW_ROOT: 'true',
        TRUST_PROXY: 'true',
        PUBLIC_BASE_URL: 'https://calendar.test/api',
        ICS_DOMAIN: 'calendar.test',
        MAIL_FROM: 'Calendar <calendar@calendar.test>',
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/https:\/\/calendar\.test\/sign-in\/setup#[\w-]{43}/)
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in/.well-known/openid-configuration`)
    expect(await answer.json()).toMatchObject({ issuer: 'https://calendar.test/sign-in' })
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`)
    expect(page.headers.get('set-cookie')).toMatch(/^__Host-browser=.*; Secure$/)
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
    child.kill('SIGTERM')
    await ended
    rmSync(own, { recursive: true, force: true })
  })

  it('finds a guest again after a kill, in an empty root without network, shell or packages', () => {
    for (const name of ['opt', 'data', 'tmp', 'proc', 'dev', 'etc']) mkdirSync(join(root, name), { recursive: true })
    cpSync(dir, join(root, 'opt/event-calendar'), { recursive: true })
    copyFileSync(DRIVER, join(root, 'opt/driver.mjs'))
    for (const path of librariesOf(['node', 'workerd'].map((name) => join(dir, 'bin', name)))) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      copyFileSync(path, join(root, path))
    }
    // A child without input opens `/dev/null` in a plain `chroot`. `bwrap` mounts its own `/dev` instead.
    writeFileSync(join(root, 'dev/null'), '')
    expect(existsSync(join(root, 'bin/sh'))).toBe(false)
    const [program, args] = driverCommand(root, data)
    const run = spawnSync(program, args, { encoding: 'utf8', timeout: 110_000 })
    expect(run.status, `${run.stdout}${run.stderr}`).toBe(0)
    const result = JSON.parse(run.stdout) as Record<string, unknown> & { found: string[] }
    expect(result.found).toEqual([result['registered']])
    expect(result['code']).toBe(0)
  })

  it('names the oldest version that can read its data, and contains the files for deployment', () => {
    const release = JSON.parse(readFileSync(join(dir, 'release.json'), 'utf8')) as Record<string, string>
    expect(release).toEqual({ version: release['version'], platform: 'linux-x64', oldestReader: '1.0.0-preview' })
    expect(readdirSync(join(dir, 'deploy')).toSorted()).toEqual([
      'Caddyfile',
      'Dockerfile',
      'compose.yaml',
      'env.example',
      'event-calendar.env.example',
      'event-calendar.service',
      'nginx.conf',
    ])
  })

  // Images can be built where buildah is installed; the empty root above proves the same elsewhere.
  it.runIf(isInstalled('buildah'))(
    'serves from an image, as another user, to requests with the token of the proxy',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'event-calendar-image-'))
      const state = join(home, 'state')
      mkdirSync(state)
      chownSync(state, 10_001, 10_001)
      const image = buildImage(dir, home)
      const port = await freePort()
      const settings = [
        `PORT=${port}`,
        'DATA_DIR=/srv/data',
        'PROXY_TOKEN_FILE=/srv/token',
        'PUBLIC_BASE_URL=https://calendar.test/api',
        'ICS_DOMAIN=calendar.test',
        'MAIL_FROM=calendar@calendar.test',
      ]
      const options = ['--volume', `${state}:/srv:rw`, ...settings.flatMap((each) => ['--env', each])]
      const command = image.run(options, '/opt/event-calendar/bin/event-calendar', 'start')
      const child = spawn('buildah', command, { env: image.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      try {
        await expect.poll(() => output, { timeout: 60_000 }).toContain('"message":"Event Calendar is running."')
        const url = `http://127.0.0.1:${port}/api/health`
        expect((await fetch(url)).status).toBe(403)
        const token = readFileSync(join(state, 'token'), 'utf8')
        expect((await fetch(url, { headers: { 'x-proxy-token': token } })).status).toBe(200)
        expect(statSync(join(state, 'data')).uid).toBe(10_001)
        expect(
          output
            .trim()
            .split('\n')
            .map((line) => typeof JSON.parse(line)),
        ).not.toContain('string')
      } finally {
        process.kill(-(child.pid ?? 0), 'SIGTERM')
        await ended
        image.remove()
        rmSync(home, { recursive: true, force: true })
      }
    },
  )
})
