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
  // An npm that is at it for a minute.
  writeFileSync(
    join(root, 'npm-cli.js'),
    `require('node:fs').writeFileSync(${JSON.stringify(join(root, 'installing'))}, String(process.pid)); setTimeout(() => {}, 60_000)`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** `npm start` as npm runs it: in a shell, which is what gets killed. */
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

it('an install ends with the command that it is for, however that is killed', async () => {
  const { shell, runner, npm } = await startInstalling()
  expect([runner, npm].map(isAlive)).toEqual([true, true])
  shell.kill('SIGKILL')
  await expect.poll(() => [runner, npm].map(isAlive), { timeout: 5_000 }).toEqual([false, false])
  expect(existsSync(join(root, '.tmp/install.lock'))).toBe(false)
})

it('an install ends at Ctrl-C', async () => {
  const { shell, runner, npm } = await startInstalling()
  process.kill(runner, 'SIGINT')
  await expect.poll(() => [runner, npm].map(isAlive), { timeout: 5_000 }).toEqual([false, false])
  shell.kill('SIGKILL')
})
