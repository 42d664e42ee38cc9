import { answerHelp } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { provision } from './cloud/provision.ts'

answerHelp(`
npm run provision -- [--env staging|production] [--location REGION | --jurisdiction eu]
  [--config FILE]

Creates the missing database, queues and bucket, writes the database's id into wrangler.toml, and lists missing secrets
with the command that sets each. You can run it again at any time.

  --env       the environment of wrangler.toml; staging by default
  --location  region of the database's primary: weur, eeur, wnam, enam, apac or oc; cannot be changed later
  --jurisdiction
              eu keeps the database, files and Durable Objects in the European Union; cannot be changed later
  --config    a file other than wrangler.toml
`)

try {
  await provision(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run provision: ${error.message}` : error)
  process.exitCode = 1
}
