import { answerHelp } from './arguments.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { deploy } from './cloud/deploy.ts'

answerHelp(`
npm run deploy -- [--env staging|production] [--skip-check] [--config FILE]

Looks whether everything is set, runs \`npm run check\`, applies the migrations that are due, deploys the Worker and
waits until /health answers as the new version. Whatever fails, run it again: what is done is not done twice.

  --env         the environment of wrangler.toml; staging if left out
  --skip-check  where a pipeline has just run the check
  --config      another file than wrangler.toml

docs/deploying.md leads from a clone to production.
`)

try {
  await deploy(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run deploy: ${error.message}` : error)
  process.exitCode = 1
}
