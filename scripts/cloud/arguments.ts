import { parseArgs } from 'node:util'
import { complaintOf } from '../arguments.ts'
import { CloudError } from './cloud-error.ts'

const ENVIRONMENTS = ['staging', 'production'] as const
export type EnvironmentName = (typeof ENVIRONMENTS)[number]

const OPTIONS = {
  env: { type: 'string', default: 'staging' },
  config: { type: 'string', default: 'wrangler.toml' },
} as const

const isEnvironment = (name: string): name is EnvironmentName => ENVIRONMENTS.some((known) => known === name)

const environmentFrom = (name: string): EnvironmentName => {
  if (isEnvironment(name)) return name
  throw new CloudError(`--env must be ${ENVIRONMENTS.join(' or ')}, not "${name}"`)
}

const refusingUnknown = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (error) {
    throw new CloudError(`${complaintOf(error)}; --help lists what is available`)
  }
}

/** Parses the options of `npm run deploy`. `--env` defaults to staging, because a mistake there affects no guest. */
export const readDeployArguments = (args: string[]) => {
  const { values } = refusingUnknown(() =>
    parseArgs({ args, options: { ...OPTIONS, 'skip-check': { type: 'boolean', default: false } } }),
  )
  return { env: environmentFrom(values.env), config: values.config, isChecked: !values['skip-check'] }
}

const JURISDICTIONS = ['eu'] as const

const jurisdictionFrom = (name: string | undefined) => {
  if (name === undefined || JURISDICTIONS.some((known) => known === name)) return name
  throw new CloudError(`--jurisdiction must be ${JURISDICTIONS.join(' or ')}, not "${name}"`)
}

const PLACE = { location: { type: 'string' }, jurisdiction: { type: 'string' } } as const

export const readProvisionArguments = (args: string[]) => {
  const { values } = refusingUnknown(() => parseArgs({ args, options: { ...OPTIONS, ...PLACE } }))
  const { env, config, location, jurisdiction } = values
  return { env: environmentFrom(env), config, location, jurisdiction: jurisdictionFrom(jurisdiction) }
}

/** Parses the options of `npm run setup -- cloudflare`. */
export const readSetupArguments = (args: string[]) => {
  const options = { ...OPTIONS, ...PLACE, host: { type: 'string' }, sender: { type: 'string' } } as const
  const { values } = refusingUnknown(() => parseArgs({ args, options }))
  const { env, jurisdiction, ...more } = values
  return { ...more, env: environmentFrom(env), jurisdiction: jurisdictionFrom(jurisdiction) }
}
