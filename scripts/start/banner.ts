import type { Demo } from './demo-file.ts'
import { demoPath } from './demo-file.ts'

export const banner = (demo: Demo, dataDir: string) => {
  const { baseUrl, issuer, calendars } = demo
  const file = demoPath(dataDir)
  return `
  Event Calendar is running.

  start at   ${new URL(baseUrl).origin}
  base URL   ${baseUrl}
  reference  ${new URL(baseUrl).origin}/docs
  sign-in    ${issuer}
  demo data  ${file}
  mail       ${issuer}/outbox, ${dataDir}/mail

  curl -s ${baseUrl}/health
  curl -s ${baseUrl}/calendars/${calendars.pro ?? 'demo-pro'}/events
  curl -s ${baseUrl}/v1/me -H "x-svc-api-key: $(node -p "require('${file}').apiKeys.pro")"
`
}
