import { openDataDir } from './data-dir.ts'
import { endRuntimes } from './leftovers.ts'
import { readSettings } from './settings.ts'

await endRuntimes(openDataDir(readSettings(process.env).dataDir))
