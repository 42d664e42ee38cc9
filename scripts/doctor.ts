import { answerHelp } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { examineCloud } from './cloud/examine.ts'
import { tell } from './doctor/finding.ts'

answerHelp(`
npm run doctor -- --env staging|production [--config FILE]

Checks an environment on Cloudflare: settings, secrets, schema, waiting email, the public address with its certificate, and
the DNS records of the sender. Changes nothing. Exits with 0, 1 (warnings) or 2 (faults). On your own server, run
\`event-calendar doctor\`.

  --env       the environment of wrangler.toml; staging by default
  --config    a file other than wrangler.toml
`)

try {
  process.exitCode = tell(await examineCloud(process.argv.slice(2)), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run doctor: ${error.message}` : error)
  process.exitCode = 2
}
