import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writePrivateFile } from './start/data-dir.ts'
import { prepareDemo } from './start/demo.ts'
import { createLifecycle } from './start/lifecycle.ts'
import { claimDataDir, signInService } from './start/service.ts'
import { readSettings } from './start/settings.ts'
import { StartError } from './start/start-error.ts'
import { workerVars } from './start/worker-vars.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WRANGLER = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js')
const MINUTE_MS = 60_000
const lifecycle = createLifecycle()

const wrangler = (args: string[]) => spawn(process.execPath, [WRANGLER, ...args], { cwd: ROOT, stdio: 'inherit' })

const ended = (child: ReturnType<typeof spawn>) =>
  new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))

const untilHealthy = async (baseUrl: string) => {
  while (!lifecycle.stopping.aborted) {
    const isHealthy = await fetch(`${baseUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    await sleep(200)
  }
}

try {
  const settings = readSettings(process.env)
  const dataDir = await claimDataDir(settings)
  const tokens = await signInService(settings, dataDir, lifecycle)
  const vars = join(dataDir, 'dev.vars')
  const lines = Object.entries(workerVars(settings, dataDir)).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  writePrivateFile(vars, `${lines.join('\n')}\n`)

  const state = ['--persist-to', join(dataDir, 'state')]
  const migrated = await ended(wrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--env=', ...state]))
  if (migrated !== 0) throw new StartError('the migrations could not be applied')

  const address = ['--ip', '127.0.0.1', '--port', String(settings.port)]
  const server = wrangler([
    'dev',
    '--env=',
    ...address,
    ...state,
    '--env-file',
    vars,
    '--test-scheduled',
    '--show-interactive-dev-session=false',
  ])
  const serverEnded = ended(server)
  lifecycle.onStop(async () => {
    server.kill('SIGTERM')
    await serverEnded
  })
  void serverEnded.then((code) => lifecycle.stop(code))

  await untilHealthy(settings.baseUrl)
  await prepareDemo({ settings, dataDir, tokens, baseUrl: settings.baseUrl })
  setInterval(() => void fetch(`${settings.origin}/__scheduled?cron=*+*+*+*+*`).catch(() => {}), MINUTE_MS)
} catch (error) {
  if (!lifecycle.stopping.aborted) console.error(error instanceof StartError ? `npm run dev: ${error.message}` : error)
  await lifecycle.stop(1)
}
