import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CloudError } from './cloud-error.ts'

const PROGRAM = fileURLToPath(new URL('../../node_modules/wrangler/bin/wrangler.js', import.meta.url))
const quietly = () => ({ ...process.env, WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' })

export const runProgram = async (name: string, program: string, args: string[]): Promise<void> => {
  const child = spawn(program, args, { stdio: 'inherit', env: quietly() })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0) throw new CloudError(`${name} exited with ${code ?? signal}`)
}

export const runWrangler = (...args: string[]): Promise<void> =>
  runProgram(`wrangler ${args[0]}`, process.execPath, [PROGRAM, ...args])

export const askWrangler = async (...args: string[]): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: quietly() })
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new CloudError(stderr.trim() || message)
  }
}
