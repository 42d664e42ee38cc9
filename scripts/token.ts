import { readArguments, refuseArguments } from './arguments.ts'
import { DEMO_USERS, isUserName, ROLE_OF } from './identity/users.ts'
import { signInAs } from './identity/sign-in.ts'
import { readDemo } from './start/demo-file.ts'
import { dataDirOf } from './start/settings.ts'

const NAME = 'npm run token'
const HELP = `
npm run --silent token -- USER

Prints a bearer token for the service that \`npm start\` runs. USER is one of

${DEMO_USERS.map((user) => `  ${user.padEnd(10)} ${ROLE_OF[user]}`).join('\n')}

or any other name of lower-case letters, digits and hyphens, for a user who owns nothing yet.
`

const fail = (message: string): never => {
  console.error(`${NAME}: ${message}`)
  process.exit(1)
}

const { positionals } = readArguments({ name: NAME, help: HELP, options: {}, takesWords: true })
const [user = '', ...more] = positionals
if (user === '' || more.length > 0) refuseArguments(NAME, 'expected one user name')
if (!isUserName(user)) refuseArguments(NAME, `invalid user name "${user}"`)

const dataDir = dataDirOf(process.env)
const { issuer } = readDemo(dataDir)
if (issuer === undefined) fail(`no demo.json in ${dataDir}; run npm start first, or set DATA_DIR as it was set there`)

console.log(
  await signInAs(user, issuer as string).catch((error: unknown) =>
    fail(`no token from ${issuer}: ${error instanceof TypeError ? 'no answer; is npm start running?' : String(error)}`),
  ),
)
