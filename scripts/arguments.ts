import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

interface Command<Known extends Options> {
  /** As it is typed. */
  name: string
  help: string
  options: Known
  /** Whether words may stand behind it, too. */
  takesWords?: boolean
}

/** Whoever asks what a command does gets no more than the answer. */
export const answerHelp = (help: string) => {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(help.trim())
  process.exit(0)
}

/** `name` refuses what stands behind it, in a sentence. */
export const refuseArguments = (name: string, complaint: string): never => {
  console.error(`${name}: ${complaint}; \`${name} -- --help\` says what there is`)
  process.exit(2)
}

/** Node says more after the first sentence, of other programs' habits. */
export const complaintOf = (error: unknown) => ((error as Error).message.split('. ')[0] ?? '').replace(/\.$/, '')

/** What stands behind a command. `--help` is answered here, and what nobody knows is refused. */
export const readArguments = <const Known extends Options>({ name, help, options, takesWords }: Command<Known>) => {
  answerHelp(help)
  try {
    return parseArgs({ options, allowPositionals: takesWords === true })
  } catch (error) {
    return refuseArguments(name, complaintOf(error))
  }
}
