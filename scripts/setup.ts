import { createInterface } from 'node:readline/promises'
import { answerHelp, refuseArguments } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { setUpCloudflare } from './cloud/setup.ts'

answerHelp(`
npm run setup -- cloudflare [--env staging|production] [--host HOST] [--sender ADDRESS] [--jurisdiction eu]

Sets up an environment on Cloudflare: names in wrangler.toml, database, queues, bucket, keys, both Workers, migrations. It
asks for what is not given, and ends with a link for the first account. Every step can be repeated.

  --env       the environment of wrangler.toml; staging by default
  --host      host of the service, in a zone of your account
  --sender    address that emails come from, in a domain set up for Email Service
  --location  region of the database's primary; not with --jurisdiction
  --jurisdiction
              eu keeps the data in the European Union; cannot be changed later
  --config    a file other than wrangler.toml
`)

const [place, ...args] = process.argv.slice(2)
if (place !== 'cloudflare') refuseArguments('npm run setup', 'name what to set up: cloudflare')

const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
const ask = async (question: string) => (terminal === null ? '' : terminal.question(`${question} `))

try {
  await setUpCloudflare(args, console.log, ask)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run setup: ${error.message}` : error)
  process.exitCode = 1
} finally {
  terminal?.close()
}
