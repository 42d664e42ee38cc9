import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAlive } from '../../scripts/start/processes.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'event-calendar-install-'))
  mkdirSync(join(root, 'scripts'))
  for (const part of ['scripts/run.mjs', 'scripts/run']) cpSync(part, join(root, part), { recursive: true })
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/x': { version: '1.0.0' } } }),
  )
  // A fake npm that runs for 60 seconds.
  writeFileSync(
    join(root, 'npm-cli.js'),
    `require('node:fs').writeFileSync(${JSON.stringify(join(root, 'installing'))}, String(process.pid)); setTimeout(() => {}, 60_000)`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Returns the process id of the fake npm, or 0 until its file is written. */
const npmOf = () => (existsSync(join(root, 'installing')) ? Number(readFileSync(join(root, 'installing'), 'utf8')) : 0)

/** Runs `npm start` in a shell, as npm does. The shell is the process that gets killed. */
const startInstalling = async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs start & echo $!; wait`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, END_WITH_PARENT: '1', npm_execpath: join(root, 'npm-cli.js') },
  })
  let output = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const runner = await new Promise<number>((told) => shell.stdout.once('data', (text: Buffer) => told(Number(text))))
  await expect.poll(npmOf, { timeout: 10_000 }).toBeGreaterThan(0)
  return { shell, runner, npm: npmOf(), output: () => output }
}

it('an install ends when the shell of its command is killed', async () => {
  const { shell, runner, npm } = await startInstalling()
  expect([runner, npm].map(isAlive)).toEqual([true, true])
  shell.kill('SIGKILL')
  await expect.poll(() => [runner, npm].map(isAlive), { timeout: 5_000 }).toEqual([false, false])
  expect(existsSync(join(root, '.tmp/install.lock'))).toBe(false)
})

it('an install ends on Ctrl-C', async () => {
  const { shell, runner, npm } = await startInstalling()
  process.kill(runner, 'SIGINT')
  await expect.poll(() => [runner, npm].map(isAlive), { timeout: 5_000 }).toEqual([false, false])
  shell.kill('SIGKILL')
})

it('an install prints a line every three seconds, without a terminal too', async () => {
  const { shell, runner, output } = await startInstalling()
  expect(output()).toBe('Installing packages for serving (npm ci) …\n')
  await expect
    .poll(output, { timeout: 8_000 })
    .toMatch(/\n {2}still installing after 3 s: 0 of 1 packages unpacked\n {2}still installing after 6 s: /)
  process.kill(runner, 'SIGTERM')
  shell.kill('SIGKILL')
})

it('an install that outlives its killed command is awaited by the next', async () => {
  const first = await startInstalling()
  process.kill(first.runner, 'SIGKILL')
  await expect.poll(() => isAlive(first.runner), { timeout: 5_000 }).toBe(false)
  expect(isAlive(first.npm)).toBe(true)
  const next = await startInstalling()
  await expect.poll(next.output, { timeout: 5_000 }).toContain(`Waiting for process ${first.npm}, which is installing`)
  rmSync(join(root, 'installing'))
  process.kill(first.npm, 'SIGKILL')
  await expect.poll(() => existsSync(join(root, 'installing')), { timeout: 5_000 }).toBe(true)
  process.kill(next.runner, 'SIGTERM')
  for (const { shell } of [first, next]) shell.kill('SIGKILL')
})

it('an install starts over from an empty folder if an earlier one is incomplete', async () => {
  mkdirSync(join(root, 'node_modules', 'half'), { recursive: true })
  const { shell, runner } = await startInstalling()
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
  process.kill(runner, 'SIGTERM')
  shell.kill('SIGKILL')
})

it('an install that cannot write prints one sentence', () => {
  // Used instead of another user's folder, because tests may run as root.
  writeFileSync(join(root, '.tmp'), '')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'start'], { cwd: root, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^cannot write to .*\.tmp \(EEXIST\)\. [^\n]*\n$/)
})
