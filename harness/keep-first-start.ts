import { keepFirstStart } from './first-start.ts'
import { startService } from './service.ts'

/** One file or two would not pay for a start more. */
const namesFiles = () => process.argv.some((word) => word.startsWith('test/'))

export const setup = () =>
  namesFiles() ? undefined : keepFirstStart(async (dataDir) => (await startService({ dataDir, isFirst: true })).stop())
