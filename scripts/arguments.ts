import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

interface Command<Known extends Options> {
  name: string
  help: string
  options: Known
  /** Whether the command accepts positional arguments. */
  takesWords?: boolean
}

/** If `--help` or `-h` is among the arguments, prints `help` and exits with 0 before anything else runs. */
export const answerHelp = (help: string) => {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(help.trim())
  process.exit(0)
}

/** Prints `complaint` and exits with 2. */
export const refuseArguments = (name: string, complaint: string): never => {
  console.error(`${name}: ${complaint}; \`${name} -- --help\` lists what is available`)
  process.exit(2)
}

/** Returns the first sentence of an error message. The rest of Node's message is general advice about `--`. */
export const complaintOf = (error: unknown) => ((error as Error).message.split('. ')[0] ?? '').replace(/\.$/, '')

/** Parses `process.argv`. Handles `--help`, and exits with 2 if an option is unknown. */
export const readArguments = <const Known extends Options>({ name, help, options, takesWords }: Command<Known>) => {
  answerHelp(help)
  try {
    return parseArgs({ options, allowPositionals: takesWords === true })
  } catch (error) {
    return refuseArguments(name, complaintOf(error))
  }
}
