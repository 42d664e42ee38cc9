import { localeOf } from '../../words/locales.ts'
import { sandboxWords } from './words.ts'

/** Root paths that the live Worker answers for all callers: files without data. */
const SHARED = /^\/(?:assets\/|favicon\.ico|api\/v1\/openapi|s\/|\/)/

/** Returns the path inside the sandbox: a test key may also call the addresses of the live service. */
export const ownPath = (path: string, sandboxId: string) => {
  const prefix = `/s/${sandboxId}`
  return path === prefix ? '/' : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

const LINKS = /(\s(?:href|src|action|formaction|poster|data-href)=")(\/[^"]*)"/g
const BODY = /<body[^>]*>/
const LANGUAGE = /<html[^>]*\slang="([\w-]+)"/

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Adds the band to a page. */
const withBand = (html: string, locale: string) => {
  const band = `<p class="test-band" role="note">${escaped(sandboxWords[localeOf(locale) ?? 'en'].band)}</p>`
  return html.replace(BODY, (body) => `${body}${band}`)
}

const MAIL_STYLE = 'margin:0;padding:8px 16px;background:#7a4b00;color:#fff;text-align:center;font:600 14px sans-serif'

/** Adds the band to an email, in its own language. */
export const withMailBand = <Mail extends { html: string; text: string }>(mail: Mail): Mail => {
  const { band } = sandboxWords[localeOf(LANGUAGE.exec(mail.html)?.[1] ?? '') ?? 'en']
  const note = `<p role="note" style="${MAIL_STYLE}">${escaped(band)}</p>`
  return { ...mail, html: mail.html.replace(BODY, (body) => `${body}${note}`), text: `${band}\n\n${mail.text}` }
}

const pathInSandbox = (path: string, prefix: string) => (SHARED.test(path) ? path : `${prefix}${path}`)

/**
 * Makes every link of a page lead into the sandbox, and marks the page as a test. The links start at the root, where
 * the live service has its pages.
 */
export const inSandbox = async (answer: Response, sandboxId: string): Promise<Response> => {
  if (answer.status === 101) return answer
  const prefix = `/s/${sandboxId}`
  const headers = new Headers(answer.headers)
  headers.set('Cache-Control', 'no-store')
  headers.delete('Cloudflare-CDN-Cache-Control')
  headers.delete('Cache-Tag')
  headers.set('X-Robots-Tag', 'noindex')
  headers.set('X-Svc-Mode', 'test')
  const location = headers.get('Location')
  if (location?.startsWith('/') === true) headers.set('Location', pathInSandbox(location, prefix))
  if (!(headers.get('Content-Type') ?? '').startsWith('text/html'))
    return new Response(answer.body, { status: answer.status, headers })
  headers.delete('ETag')
  headers.delete('Content-Length')
  const html = await answer.text()
  const linked = html.replaceAll(
    LINKS,
    (_link, before: string, path: string) => `${before}${pathInSandbox(path, prefix)}"`,
  )
  return new Response(withBand(linked, LANGUAGE.exec(html)?.[1] ?? 'en'), { status: answer.status, headers })
}
