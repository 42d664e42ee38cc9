import { LIST, writeOperations } from '../operations/gather.ts'

if (writeOperations('.')) {
  console.error(`${LIST} did not name every operation of src/modules; it does now: commit it`)
  process.exitCode = 1
}
