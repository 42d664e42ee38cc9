import { keepFirstStart } from './first-start.ts'
import { startService } from './service.ts'

/** For one or two test files an additional start costs more than it saves. */
const namesFiles = () => process.argv.some((word) => word.startsWith('test/'))

export const setup = () =>
  namesFiles() ? undefined : keepFirstStart(async (dataDir) => (await startService({ dataDir, isFirst: true })).stop())
