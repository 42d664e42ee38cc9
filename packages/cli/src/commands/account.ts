import { EventCalendar } from '../../../sdk-typescript/src/index.ts'
import { command } from '../context.ts'
import { deleteCredentials, storeCredentials } from '../credentials.ts'
import { UsageError } from '../usage-error.ts'

const describe = (calendar: { name: string; slug: string }, plan: string, mode: string) =>
  `${calendar.name} (${calendar.slug}), plan ${plan}, ${mode}`

export const login = command({
  name: 'login',
  takes: [],
  options: { url: { type: 'string' }, key: { type: 'string' } },
  summary: 'Check an API key and store it',
  async run({ env, print }, _words, { url, key }) {
    if (typeof url !== 'string' || typeof key !== 'string') {
      throw new UsageError('login needs --url, such as https://calendar.example.org/api, and --key')
    }
    const credentials = { baseUrl: url, apiKey: key }
    const { calendar, plan, mode } = await new EventCalendar(credentials).me.key()
    const file = storeCredentials(credentials, env)
    print({ calendar, file }, [`Logged in to ${describe(calendar, plan, mode)}.`, `Stored in ${file}.`])
  },
})

export const logout = command({
  name: 'logout',
  takes: [],
  options: {},
  summary: 'Delete the stored API key',
  async run({ env, print }) {
    deleteCredentials(env)
    print({ loggedOut: true }, 'Logged out. The key itself stays valid until you revoke it in the workspace.')
  },
})

export const whoami = command({
  name: 'whoami',
  takes: [],
  options: {},
  summary: 'Show the calendar and the scopes of the API key',
  async run({ calendar, print }) {
    const me = await calendar().me.key()
    print(me, [describe(me.calendar, me.plan, me.mode), `Scopes: ${me.scopes.join(', ')}`])
  },
})
