import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isTyped, unitOf } from '../../../src/kernel/bulk.ts'
import { EventCalendar, NoResponseError, RefusedError, VERSION } from '../../sdk-typescript/src/index.ts'
import { login, logout, whoami } from './commands/account.ts'
import { archive } from './commands/archive.ts'
import { door } from './commands/door.ts'
import { cancelEvent, createEvent, listEvents } from './commands/events.ts'
import { importGuests } from './commands/guests.ts'
import { listen } from './commands/listen.ts'
import { advanceClock, listMails, showClock, showMail, trigger } from './commands/sandbox.ts'
import type { Command, Context, Values } from './context.ts'
import { readCredentials } from './credentials.ts'
import { fetchAsApp } from './oauth.ts'
import { UsageError } from './usage-error.ts'

const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  listEvents,
  createEvent,
  cancelEvent,
  importGuests,
  door,
  listen,
  showClock,
  advanceClock,
  listMails,
  showMail,
  trigger,
  archive,
]

/** Exit codes, which scripts can rely on. */
const DONE = 0
const REFUSED = 1
const USED_WRONGLY = 2
const NO_NETWORK = 3

const optionText = ([name, { type }]: [string, { type: string }]) => `[--${name}${type === 'string' ? ' …' : ''}]`
const usageOf = ({ name, takes, options }: Command) =>
  ['evcal', name, ...takes, ...Object.entries(options).map(optionText)].join(' ')

const HELP = [
  'Usage: evcal <command> [--json] [--yes]',
  '',
  ...COMMANDS.map((each) => `  ${usageOf(each)}\n      ${each.summary}`),
  '',
  '  --json  Print results as JSON, one value per line',
  '  --yes   Answer questions with yes',
  '',
  'EVCAL_URL and EVCAL_API_KEY override the stored login.',
  `Exit codes: ${DONE} done, ${REFUSED} refused, ${USED_WRONGLY} used wrongly, ${NO_NETWORK} no network.`,
].join('\n')

const commandOf = (words: readonly string[]) => {
  const found = COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (found === undefined)
    throw new UsageError(
      words.length === 0 ? HELP : `There is no command "${words.join(' ')}". \`evcal --help\` lists all.`,
    )
  return found
}

const parse = (args: string[]) => {
  const general = { json: { type: 'boolean' }, yes: { type: 'boolean' } } as const
  // The options depend on the command, so the command is found before they are parsed.
  const words = args.filter((word) => !word.startsWith('-'))
  const found = commandOf(words)
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...general, ...found.options },
      allowPositionals: true,
    })
    const rest = positionals.slice(found.name.split(' ').length)
    if (rest.length !== found.takes.length) throw new UsageError(`Usage: ${usageOf(found)}`)
    return { found, words: rest, values: values as Values }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.\nUsage: ${usageOf(found)}`)
  }
}

/** Returns the user's input. Ctrl-D and Ctrl-C close the terminal, which counts as declining. */
const ask = async (question: string) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const typed = terminal.question(question).catch(() => '')
  const answer = await Promise.race([typed, closed])
  terminal.close()
  return answer
}

const contextOf = (values: Values, signal: AbortSignal): Context => {
  const { env, stdin, stdout, stderr } = process
  let client: EventCalendar | null = null
  const newClient = () => {
    const credentials = readCredentials(env)
    return new EventCalendar(
      'apiKey' in credentials ? credentials : { ...credentials, fetch: fetchAsApp(env, credentials) },
    )
  }
  const calendar = () => (client ??= newClient())
  return {
    env,
    stdin,
    calendar,
    slug: async () => (await calendar().me.key()).calendar.slug,
    print(data, lines) {
      const text = values['json'] === true ? JSON.stringify(data) : [lines].flat().join('\n')
      stdout.write(`${text}\n`)
    },
    note: (line) => void stderr.write(`${line}\n`),
    async confirm(text, bulk = null) {
      const question = bulk === null ? `${text} [y/N]` : `${text} Type ${bulk.number} (${unitOf(bulk)}) to go on:`
      if (values['yes'] === true) return true
      if (!stdin.isTTY)
        throw new UsageError(`${question}\nNothing was done: there is no terminal to ask. Repeat with --yes.`)
      const answer = await ask(`${question} `)
      return bulk === null ? /^y(?:es)?$/i.test(answer.trim()) : isTyped(bulk, answer)
    },
    signal,
  }
}

const NETWORK_HINT = 'Check the address of the service (EVCAL_URL, or `evcal login`) and your network.'
const SCOPE_HINT = 'Run `evcal login` again and allow it, or use an API key that has it.'

const textOf = (error: unknown) => {
  const { message } = error as Error
  if (error instanceof NoResponseError) return `${message} ${NETWORK_HINT}`
  if (!(error instanceof RefusedError)) return message
  // Inserts the code at the end of the first line. The other lines name fields.
  const text = message.replace(/$/m, ` (${error.code})`)
  return error.code === 'scope_missing' ? `${text} ${SCOPE_HINT}` : text
}

const exitCodeOf = (error: unknown, isJson: boolean): number => {
  if (isJson && error instanceof RefusedError) {
    const { code, message, errors } = error
    process.stdout.write(`${JSON.stringify({ code, message, errors })}\n`)
  } else process.stderr.write(`${textOf(error)}\n`)
  if (error instanceof UsageError) return USED_WRONGLY
  return error instanceof NoResponseError ? NO_NETWORK : REFUSED
}

const run = async (args: string[]): Promise<number> => {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    process.stdout.write(`${HELP}\n`)
    return args.length === 0 ? USED_WRONGLY : DONE
  }
  if (args[0] === '--version') {
    process.stdout.write(`${VERSION}\n`)
    return DONE
  }
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  try {
    const { found, words, values } = parse(args)
    return (await found.run(contextOf(values, stopping.signal), words, values)) ?? DONE
  } catch (error) {
    return exitCodeOf(error, args.includes('--json'))
  }
}

process.exitCode = await run(process.argv.slice(2))
