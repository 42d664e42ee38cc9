import { EventCalendar } from '../../../sdk-typescript/src/index.ts'
import { command } from '../context.ts'
import { checkedUrl, deleteCredentials, readStored, storeCredentials } from '../credentials.ts'
import { logInByBrowser, revoke } from '../oauth.ts'
import { UsageError } from '../usage-error.ts'

const describe = (calendar: { name: string; slug: string }, plan: string, mode: string) =>
  `${calendar.name} (${calendar.slug}), plan ${plan}, ${mode}`

export const login = command({
  name: 'login',
  takes: [],
  options: { url: { type: 'string' }, key: { type: 'string' } },
  summary: 'Allow evcal in your browser, or check an API key, and store the access',
  async run({ env, note, print, signal }, _words, { url, key }) {
    if (typeof url !== 'string') throw new UsageError('login needs --url, such as https://calendar.example.org/api')
    const baseUrl = checkedUrl(url)
    const credentials =
      typeof key === 'string'
        ? { baseUrl, apiKey: key }
        : await logInByBrowser(baseUrl, {
            signal,
            show: (page) => note(`Open this page in your browser, on this computer:\n\n${page}\n`),
          })
    const { calendar, plan, mode } = await new EventCalendar(credentials).me.key()
    const file = storeCredentials(credentials, env)
    print({ calendar, file }, [`Logged in to ${describe(calendar, plan, mode)}.`, `Stored in ${file}.`])
  },
})

export const logout = command({
  name: 'logout',
  takes: [],
  options: {},
  summary: 'Delete the stored access',
  async run({ env, print }) {
    const stored = readStored(env)
    if (stored === null) return print({ loggedOut: false }, 'You were not logged in.')
    const isApp = !('apiKey' in stored)
    if (isApp) await revoke(stored)
    deleteCredentials(env)
    const rest = isApp ? 'The access has ended.' : 'The key itself stays valid until you revoke it in the workspace.'
    print({ loggedOut: true }, `Logged out. ${rest}`)
  },
})

export const whoami = command({
  name: 'whoami',
  takes: [],
  options: {},
  summary: 'Show the calendar and what you may do there',
  async run({ calendar, print }) {
    const me = await calendar().me.key()
    print(me, [describe(me.calendar, me.plan, me.mode), `Scopes: ${me.scopes.join(', ')}`])
  },
})
