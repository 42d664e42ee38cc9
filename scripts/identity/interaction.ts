import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { page, signInPage } from './pages.ts'
import { isUserName, subjectOf } from './users.ts'

const FORM_LIMIT_BYTES = 4_096

export const isInteraction = (request: IncomingMessage) => request.url?.startsWith('/interaction/') === true

const answer = (response: ServerResponse, status: number, html: string) => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(html)
}

const readForm = async (request: IncomingMessage) => {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > FORM_LIMIT_BYTES) break
  }
  return new URLSearchParams(body)
}

const signIn = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  const user = (await readForm(request)).get('user')?.trim().toLowerCase() ?? ''
  if (!isUserName(user)) {
    const problem = 'Use lower-case letters, digits and hyphens, starting with a letter.'
    return answer(response, 400, signInPage(request.url ?? '', problem))
  }
  return provider.interactionFinished(request, response, { login: { accountId: subjectOf(user) } })
}

export const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  const interaction = await provider.interactionDetails(request, response).catch(() => null)
  if (interaction === null) {
    return answer(response, 400, page('Sign in', '<h1>This sign-in has expired</h1><p>Go back and start again.</p>'))
  }
  if (interaction.prompt.name === 'consent') return provider.interactionFinished(request, response, { consent: {} })
  if (request.method === 'POST') return signIn(provider, request, response)
  return answer(response, 200, signInPage(request.url ?? ''))
}
