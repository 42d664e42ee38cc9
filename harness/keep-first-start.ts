import { keepFirstStart } from './first-start.ts'
import { startService } from './service.ts'

/** A run of one or two named test files would not gain enough to make up for an additional start. */
const namesFiles = () => process.argv.some((word) => word.startsWith('test/'))

export const setup = () =>
  namesFiles() ? undefined : keepFirstStart(async (dataDir) => (await startService({ dataDir, isFirst: true })).stop())
