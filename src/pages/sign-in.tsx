import type { Config } from '../deps.ts'
import { DataBlock } from '../presentation/markup.tsx'

/** Settings for `web/shared/sign-in.ts`. Empty if sign-in is not configured. */
export const SignInData = ({ config }: { config: Config }) => {
  if (config.signIn === null) return null
  const { issuer, clientId, parameters } = config.signIn
  return <DataBlock id="sign-in" type="application/json" value={{ issuer, clientId, parameters }} />
}

/** Returns the origins that the page's `connect-src` must allow. */
export const signInOrigins = ({ signIn }: Config) => signIn?.origins ?? []
