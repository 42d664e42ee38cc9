import type { Config } from '../deps.ts'
import { DataBlock } from '../presentation/markup.tsx'

/** What web/shared/sign-in.ts reads; nothing where nobody can sign in. */
export const SignInData = ({ config }: { config: Config }) => {
  if (config.signIn === null) return null
  const { issuer, clientId, parameters } = config.signIn
  return <DataBlock id="sign-in" type="application/json" value={{ issuer, clientId, parameters }} />
}

/** What the page's policy has to let its script reach. */
export const signInOrigins = ({ signIn }: Config) => signIn?.origins ?? []
