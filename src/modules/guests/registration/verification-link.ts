import type { Deps } from '../../../deps.ts'
import { equalInConstantTime } from '../../../kernel/crypto.ts'
import type { Locale } from '../../../kernel/vocabulary.ts'

const PURPOSE = 'verify'
const PREFIX = 'ver_'

const tokenOf = async (id: string, { vault }: Pick<Deps, 'vault'>) =>
  `${id.replace(PREFIX, '')}.${await vault.derive(PURPOSE, id)}`

export const verificationUrlOf = async (id: string, locale: Locale, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.pagesUrl}/v/${await tokenOf(id, deps)}?lang=${locale}`

/** Returns the id of the pending registration, or null if this service did not create the token. */
export const verificationIdOf = async (token: string, deps: Pick<Deps, 'vault'>) => {
  const id = PREFIX + (token.split('.')[0] ?? '')
  return equalInConstantTime(token, await tokenOf(id, deps)) ? id : null
}
