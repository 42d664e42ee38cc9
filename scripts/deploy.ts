import { CloudError } from './cloud/cloud-error.ts'
import { deploy } from './cloud/deploy.ts'

try {
  await deploy(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run deploy: ${error.message}` : error)
  process.exitCode = 1
}
