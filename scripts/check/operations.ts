import { LIST, writeOperations } from '../operations/gather.ts'

if (writeOperations('.')) {
  console.error(`${LIST} did not list every operation of src/modules. It has been updated: commit it`)
  process.exitCode = 1
}
