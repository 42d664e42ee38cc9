import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSandbox } from '../start/build-sandbox.ts'
import { sandboxConfigOf } from './sandbox-config.ts'
import type { Target } from './target.ts'
import { runWrangler } from './wrangler.ts'

/** A target whose main Worker is bound to a sandbox Worker. */
type WithSandbox = Target & { sandbox: string }

export const hasSandbox = (target: Target): target is WithSandbox => target.sandbox !== null

/** Deploys the sandbox Worker. It must exist before the main Worker, which binds it. */
export const deploySandbox = async ({ sandbox, config, env, vars }: WithSandbox): Promise<void> => {
  const root = dirname(config)
  const dir = join(root, '.tmp', `sandbox-${env}`)
  mkdirSync(dir, { recursive: true })
  await buildSandbox(root, join(dir, 'worker.js'), true)
  const file = join(dir, 'wrangler.json')
  writeFileSync(file, JSON.stringify(sandboxConfigOf(sandbox, join(dir, 'worker.js'), vars), null, 2))
  await runWrangler('deploy', '--config', file)
  rmSync(dir, { recursive: true })
}
