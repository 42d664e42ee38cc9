import { answerHelp } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { deploy } from './cloud/deploy.ts'

answerHelp(`
npm run deploy -- [--env staging|production] [--skip-check] [--config FILE]

Checks the settings, runs \`npm run check\`, applies pending migrations, deploys the Worker and waits until /health
reports the new version. If a step fails, run it again: completed steps are not repeated.

  --env         the environment of wrangler.toml; staging by default
  --skip-check  skips the check, for pipelines that have just run it
  --config      a file other than wrangler.toml

docs/deploying.md describes every step from a clone to production.
`)

try {
  await deploy(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run deploy: ${error.message}` : error)
  process.exitCode = 1
}
