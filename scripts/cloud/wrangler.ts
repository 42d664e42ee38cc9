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

/** Sets a secret. The value goes through standard input, so that no list of processes shows it. */
export const putSecret = async (worker: string, name: string, value: string): Promise<void> => {
  const child = spawn(process.execPath, [PROGRAM, 'secret', 'put', name, '--name', worker], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: quietly(),
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  child.stdin.end(value)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new CloudError(`the secret ${name} of ${worker} could not be set: ${said.trim()}`)
}
