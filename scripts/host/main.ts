import { StartError } from '../start/start-error.ts'
import { backup, restore } from './backup.ts'
import { doctor } from './doctor.ts'
import { packageEnv } from './environment.ts'
import { health } from './health.ts'
import { people } from './people.ts'
import { start } from './start.ts'
import { testMail } from './test-mail.ts'
import { packageDir, releaseOf } from './release.ts'

const HELP = `
event-calendar <command>

  start      Serve the calendar until SIGTERM
  health     Exit with 0 if the service on this machine responds
  backup     Back up while it runs: backup FILE-OR-DIRECTORY [--recipient age1…] [--keep 14]
  restore    Restore into an empty DATA_DIR: restore FILE [--identity KEYFILE] [--send-waiting]
  doctor     Check everything the service depends on; exits with 0, 1 (warnings) or 2 (faults)
  test-mail  Send one email and print what the mail server answers: test-mail ADDRESS
  people     Move an account to another address: people move OLD NEW
  version    Print the version

Settings come from environment variables; see docs/your-own-server.md.
`

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  start,
  health: () => health(packageEnv(process.env)),
  backup: (words) => backup(packageEnv(process.env), words),
  restore: (words) => restore(packageEnv(process.env), words),
  doctor: () => doctor(packageEnv(process.env)),
  'test-mail': (words) => testMail(packageEnv(process.env), words),
  people: (words) => people(packageEnv(process.env), words),
  version: async () => {
    console.log(releaseOf(packageDir).version)
    return 0
  },
}

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const isHelp = [name, ...words].some((word) => word === '--help' || word === '-h')

const isExpected = (error: unknown) =>
  error instanceof StartError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

if (isHelp || command === undefined) {
  ;(isHelp ? console.log : console.error)(HELP.trim())
  process.exitCode = isHelp ? 0 : 2
} else {
  try {
    process.exitCode = await command(words)
  } catch (error) {
    console.error(isExpected(error) ? `event-calendar ${name}: ${(error as Error).message}` : error)
    process.exitCode = 1
  }
}
