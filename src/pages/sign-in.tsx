import type { Config } from '../deps.ts'
import { DataBlock } from '../presentation/markup.tsx'

/** The settings that `web/shared/sign-in.ts` reads. Empty if sign-in is not configured. */
export const SignInData = ({ config }: { config: Config }) => {
  if (config.signIn === null) return null
  const { issuer, clientId, parameters } = config.signIn
  return <DataBlock id="sign-in" type="application/json" value={{ issuer, clientId, parameters }} />
}

/** Returns the origins that `connect-src` must allow for sign-in. */
export const signInOrigins = ({ signIn }: Config) => signIn?.origins ?? []
