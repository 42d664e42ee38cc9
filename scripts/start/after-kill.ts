import { openDataDir } from './data-dir.ts'
import { endRuntimes } from './leftovers.ts'
import { dataDirOf } from './settings.ts'

await endRuntimes(openDataDir(dataDirOf(process.env)))
