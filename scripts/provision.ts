import { answerHelp } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { provision } from './cloud/provision.ts'

answerHelp(`
npm run provision -- [--env staging|production] [--location REGION] [--config FILE]

Makes the database, the queues and the bucket that are not there yet, writes the database's id into wrangler.toml, and
says which secrets are missing and how each is set. It can be run again at any time.

  --env       the environment of wrangler.toml; staging if left out
  --location  where the database's writer lives: weur, eeur, wnam, enam, apac or oc; it cannot be changed later
  --config    another file than wrangler.toml
`)

try {
  await provision(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run provision: ${error.message}` : error)
  process.exitCode = 1
}
