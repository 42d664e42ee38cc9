import { DEMO_USERS, isUserName } from './identity/users.ts'
import { signInAs } from './identity/sign-in.ts'
import { readDemo } from './start/demo-file.ts'
import { readSettings } from './start/settings.ts'

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const [user = ''] = process.argv.slice(2)
if (!isUserName(user)) fail(`usage: npm run token -- <${DEMO_USERS.join('|')}|another-name>`)

const { dataDir } = readSettings(process.env)
const { issuer } = readDemo(dataDir)
if (issuer === undefined) fail(`there is no demo.json in ${dataDir}; run npm start first`)

console.log(
  await signInAs(user, issuer as string).catch((error: unknown) =>
    fail(
      `no token from ${issuer}: ${error instanceof TypeError ? 'it does not answer; is npm start running?' : String(error)}`,
    ),
  ),
)
