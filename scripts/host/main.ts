import { parseArgs } from 'node:util'
import { StartError } from '../start/start-error.ts'
import { health } from './health.ts'
import { people } from './people.ts'
import { start } from './start.ts'
import { packageDir, releaseOf } from './release.ts'

const HELP = `
event-calendar <command>

  start      Serve the calendar until SIGTERM
  health     Exit with 0 if the service on this machine responds
  people     Move an account to another address: people move OLD NEW
  version    Print the version

Settings come from environment variables; see docs/own-server.md.
`

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  start,
  health: () => health(process.env),
  people: (words) => people(process.env, words),
  version: async () => {
    console.log(releaseOf(packageDir).version)
    return 0
  },
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const [name = '', ...words] = positionals
const command = COMMANDS[name]

if (values.help === true || command === undefined) {
  const isAsked = values.help === true
  ;(isAsked ? console.log : console.error)(HELP.trim())
  process.exitCode = isAsked ? 0 : 2
} else {
  try {
    process.exitCode = await command(words)
  } catch (error) {
    console.error(error instanceof StartError ? `event-calendar ${name}: ${error.message}` : error)
    process.exitCode = 1
  }
}
