import { DEMO_USERS, ROLE_OF } from '../identity/users.ts'
import { demoPath, type Demo } from './demo-file.ts'
import type { Settings } from './settings.ts'

interface Running {
  settings: Settings
  dataDir: string
  /** Null if AUTH_ISSUER names another identity provider, because the service then starts without demo data. */
  demo: Demo | null
  /** Link to create the first account, if there is none. */
  link: string | null
}

const users = () => DEMO_USERS.map((user) => `             ${user.padEnd(10)} ${ROLE_OF[user]}`).join('\n')

const demoLines = ({ baseUrl, issuer, calendars }: Demo, dataDir: string) => `
  curl -s ${baseUrl}/calendars/${calendars.pro ?? 'demo-pro'}/events
  curl -s ${baseUrl}/v1/me -H "x-svc-api-key: $(node -p "require('${demoPath(dataDir)}').apiKeys.pro")"

  demo data  ${demoPath(dataDir)}
  email      ${issuer}/outbox, stored in ${dataDir}/mail
  reference  ${new URL(baseUrl).origin}/docs
`

const ownLines = ({ smtp }: Settings, dataDir: string) => `
  email      ${smtp === null ? `${dataDir}/mail` : `sent through ${smtp.host}:${smtp.port}`}
`

const signInLines = ({ issuer, hasIdentity, vars }: Settings, link: string | null) => {
  if (hasIdentity)
    return link === null
      ? '  sign in    by email or passkey'
      : `  set up     ${link}\n             Creates the first account. Works once, for one hour.`
  return issuer === null
    ? `  sign in    through ${vars['AUTH_ISSUER']}`
    : `  sign in    without a password, as\n${users()}`
}

export const banner = ({ settings, dataDir, demo, link }: Running) => {
  const { vars, origin } = settings
  const home = (vars['PUBLIC_BASE_URL'] ?? '').replace(/\/api$/, '')
  return `
Event Calendar is running.
${demo === null ? ownLines(settings, dataDir) : demoLines(demo, dataDir)}
  open       ${home}${home === origin ? '' : `, served from ${origin}`}
${signInLines(settings, link)}
`
}
