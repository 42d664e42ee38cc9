import { CloudError } from './cloud/cloud-error.ts'
import { provision } from './cloud/provision.ts'

try {
  await provision(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof CloudError ? `npm run provision: ${error.message}` : error)
  process.exitCode = 1
}
