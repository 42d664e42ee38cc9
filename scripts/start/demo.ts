import { signInAs } from '../identity/sign-in.ts'
import type { DemoUser } from '../identity/users.ts'
import { DEMO_USERS } from '../identity/users.ts'
import type { BringMail } from '../identity/outbox.ts'
import { startIdentityProvider } from '../identity-provider.ts'
import { seed } from '../seed.ts'
import type { Demo, KnownDemo } from './demo-file.ts'
import { DEMO_CALENDARS, DEMO_EVENTS, DEMO_KEYS, readKnownDemo, writeDemo } from './demo-file.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Settings } from './settings.ts'

interface SignInInput {
  issuer: string
  settings: Settings
  dataDir: string
  lifecycle: Lifecycle
  bringMail: BringMail
}

/** Starts the bundled identity provider and signs in each demo user. */
const startSignIn = async ({ issuer, settings, dataDir, lifecycle, bringMail }: SignInInput) => {
  const { origin, port, vars } = settings
  const origins = [origin, `http://localhost:${port}`]
  const provider = await startIdentityProvider(
    { issuer, audience: vars['AUTH_AUDIENCE'] ?? '', origins, dataDir },
    bringMail,
  )
  lifecycle.onStop(provider.close)
  return signInDemoUsers(issuer)
}

const signInDemoUsers = async (issuer: string): Promise<Record<DemoUser, string>> => {
  const tokens = await Promise.all(DEMO_USERS.map(async (user) => [user, await signInAs(user, issuer)] as const))
  return Object.fromEntries(tokens) as Record<DemoUser, string>
}

interface DemoInput {
  settings: Settings
  dataDir: string
  tokens: Record<DemoUser, string>
  /** Address of the API. While the public port is closed, the runtime listens on another one. */
  reachedAt: string
}

/** Seeds the demo data and writes demo.json. If that fails, it prints the error, and the service still starts. */
const prepareDemo = async ({ settings, dataDir, tokens, reachedAt }: DemoInput): Promise<Demo> => {
  const known = readKnownDemo(dataDir)
  let found = known
  const note = (demo: KnownDemo) => (found = demo)
  await seed({ baseUrl: reachedAt, tokens, known, now: Date.now(), note }).catch((error: unknown) => {
    console.error(`The demo data is incomplete: ${error instanceof Error ? error.message : String(error)}`)
  })
  const demo = { baseUrl: settings.vars['PUBLIC_BASE_URL'], issuer: settings.issuer, tokens, ...found } as Demo
  writeDemo(dataDir, demo)
  return demo
}

/** Whether an earlier start noted all demo data. Some of them may have been deleted or be outdated since. */
const isDemoNoted = (dataDir: string): boolean => {
  const { calendars, apiKeys, events, guest } = readKnownDemo(dataDir)
  return (
    guest !== undefined &&
    DEMO_CALENDARS.every((name) => name in calendars) &&
    DEMO_KEYS.every((name) => name in apiKeys) &&
    DEMO_EVENTS.every((name) => name in events)
  )
}

/** What a start needs for demo data. The package has none of it, so `service.ts` imports only the type. */
export const demoData = { startSignIn, isDemoNoted, prepareDemo }
export type DemoData = typeof demoData
