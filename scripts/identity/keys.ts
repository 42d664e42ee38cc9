import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readIfPresent, writePrivateFile } from '../start/data-dir.ts'

interface ProviderKeys {
  jwks: { keys: object[] }
  cookieKeys: string[]
}

const generate = (): ProviderKeys => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid }] },
    cookieKeys: [randomBytes(32).toString('hex')],
  }
}

/**
 * Returns the provider's keys from `identity.json`, creating them if they don't exist. The file keeps tokens valid
 * across restarts.
 */
export const providerKeys = (dataDir: string): ProviderKeys => {
  const path = join(dataDir, 'identity.json')
  const found = readIfPresent(path)
  if (found !== null) return JSON.parse(found) as ProviderKeys
  const keys = generate()
  writePrivateFile(path, `${JSON.stringify(keys)}\n`)
  return keys
}
