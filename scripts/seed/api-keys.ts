import type { Api, Credential } from './api-client.ts'

interface ApiKey {
  id: string
  name: string
  isActive: boolean
  revokedAt: string | null
}

const NAME = 'Demo key'

const stillWorks = async (api: Api, apiKey: string, calendar: string, scopes: string[]) => {
  const { status, data } = await api.call<{ calendar?: { slug?: string }; scopes?: string[] }>(
    { apiKey },
    'GET /v1/me',
    undefined,
    [401, 403],
  )
  return status === 200 && data.calendar?.slug === calendar && scopes.every((scope) => data.scopes?.includes(scope))
}

const revoke = async (api: Api, owner: Credential, calendar: string, shouldGo: (key: ApiKey) => boolean) => {
  const { data: keys } = await api.call<ApiKey[]>(owner, `GET /calendars/${calendar}/api-keys`)
  for (const key of keys) {
    if (key.isActive && !key.revokedAt && shouldGo(key))
      await api.call(owner, `DELETE /calendars/${calendar}/api-keys/${key.id}`)
  }
}

const issue = (api: Api, owner: Credential, calendar: string, scopes: string[]) =>
  api.call<{ key: string }>(owner, `POST /calendars/${calendar}/api-keys`, { name: NAME, scopes }, [409])

/** Returns a working key. The API shows a key only once, so a lost key is replaced. */
export const ensureApiKey = async (api: Api, owner: Credential, calendar: string, known?: string): Promise<string> => {
  const { data: scopes } = await api.call<string[]>(owner, `GET /calendars/${calendar}/api-keys/scopes`)
  if (known && (await stillWorks(api, known, calendar, scopes))) return known
  await revoke(api, owner, calendar, (key) => key.name === NAME)
  const issued = await issue(api, owner, calendar, scopes)
  if (issued.status !== 409) return issued.data.key
  console.error(`${calendar} already has three active keys; revoking them to make room for the demo key`)
  await revoke(api, owner, calendar, () => true)
  const again = await issue(api, owner, calendar, scopes)
  if (again.status === 409) throw new Error(`cannot create a demo key for ${calendar}: key limit reached`)
  return again.data.key
}
