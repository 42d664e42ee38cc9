import { createServer } from 'node:http'
import { join } from 'node:path'
import type { ProviderSettings } from './identity/configuration.ts'
import { configurationOf } from './identity/configuration.ts'
import { interact, isInteraction } from './identity/interaction.ts'
import { isOutbox, showOutbox, type BringMail } from './identity/outbox.ts'
import { takenPort } from './start/ports.ts'

interface IdentityProvider {
  close(): Promise<void>
}

export const startIdentityProvider = async (
  settings: ProviderSettings,
  bringMail: BringMail = async () => 'No service is running.',
): Promise<IdentityProvider> => {
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(
    settings.issuer,
    configurationOf(settings, () => provider),
  )
  provider.on('server_error', (_context, error) => console.error(`identity provider: ${error.stack ?? error.message}`))
  const standard = provider.callback()

  const outbox = { mailDir: join(settings.dataDir, 'mail'), origins: settings.origins, bringMail }
  const server = createServer((request, response) => {
    if (!isOutbox(request) && !isInteraction(request)) return standard(request, response)
    const shown = isOutbox(request) ? showOutbox(outbox, request, response) : interact(provider, request, response)
    shown.catch((error: unknown) => {
      console.error('identity provider:', error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })

  const port = Number(new URL(settings.issuer).port)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? takenPort(port) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
