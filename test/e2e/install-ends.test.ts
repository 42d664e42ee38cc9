import { spawn } from 'node:child_process'
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

/** Runs `npm start` in a shell, as npm does. The shell is the process that gets killed. */
const startInstalling = async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs start & echo $!; wait`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, END_WITH_PARENT: '1', npm_execpath: join(root, 'npm-cli.js') },
  })
  const runner = await new Promise<number>((told) => shell.stdout.once('data', (text: Buffer) => told(Number(text))))
  await expect.poll(() => existsSync(join(root, 'installing')), { timeout: 10_000 }).toBe(true)
  return { shell, runner, npm: Number(readFileSync(join(root, 'installing'), 'utf8')) }
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
