import type { EdgeCache } from '../deps.ts'
import { strongEtag } from '../kernel/crypto.ts'
import { acceptsGzip } from '../kernel/etags.ts'
import type { Failure } from '../kernel/failure.ts'
import { documentOf } from '../presentation/markup.tsx'
import { Document } from './document.tsx'
import { addressOf } from './known.ts'
import type { HtmlPage, Shown, Visit } from './page.ts'
import { policyOf } from './policy.ts'
import { refusalPage } from './refusal/refusal.tsx'

const answerOf = async (shown: Shown) => {
  const markup = await documentOf(<Document shown={shown} />)
  const mayBeKept = shown.headers?.['Cache-Control']?.startsWith('public') === true
  const isKnown = shown.headers?.['ETag'] !== undefined
  return new Response(markup, {
    status: shown.status ?? 200,
    headers: {
      ...(mayBeKept && !isKnown ? { ETag: await strongEtag(markup) } : {}),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(shown),
      'Content-Language': shown.language?.locale ?? 'en',
      ...shown.headers,
    },
  })
}

export const servePage = async (page: HtmlPage, visit: Visit, cache: EdgeCache) => {
  const key = addressOf(visit)
  const fromCache = page.method === 'GET' ? await cache.read(key, acceptsGzip(visit.request)) : null
  if (fromCache !== null) return fromCache
  const begunAt = cache.begin()
  const shown = await page.show(visit)
  if (shown instanceof Response) return shown
  const answer = 'drawn' in shown ? shown.drawn : await answerOf(shown)
  return shown.kept === undefined ? answer : cache.keep(key, answer, { ...shown.kept, begunAt })
}

/** Renders an error as a page. */
export const serveRefusal = (failure: Failure | null, status: number, asked: { requestId: string; request: Request }) =>
  answerOf(refusalPage(failure, status, asked))
