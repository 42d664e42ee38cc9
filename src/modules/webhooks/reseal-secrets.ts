import { send } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { linkKeySealedAnew, listLinkKeysSealedOtherwise, listSealedOtherwise, sealedAnew } from './webhooks.store.ts'

const ROWS_PER_RUN = 500

/**
 * Encrypts webhook secrets and link keys again with the newest vault key, so that older keys can be removed from the settings. Other
 * encrypted texts live for at most one day.
 */
export const resealSecrets = async (deps: Deps) => {
  if (deps.vault.keyName === '') return
  for (const { id, secretCipher } of await listSealedOtherwise(deps.db, deps.vault.keyName, ROWS_PER_RUN)) {
    const secret = await deps.vault.seal(await deps.vault.open(secretCipher))
    await send(deps.db, [sealedAnew(id, secretCipher, secret)])
  }
  for (const { id, linkKeyCipher } of await listLinkKeysSealedOtherwise(deps.db, deps.vault.keyName, ROWS_PER_RUN)) {
    const linkKey = await deps.vault.seal(await deps.vault.open(linkKeyCipher))
    await send(deps.db, [linkKeySealedAnew(id, linkKeyCipher, linkKey)])
  }
}
