import { strongEtag } from '../kernel/crypto.ts'
import type { Failure } from '../kernel/failure.ts'
import { documentOf } from '../presentation/markup.tsx'
import { Document } from './document.tsx'
import type { Page, Shown, Visit } from './page.ts'
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

export const servePage = async (page: Page, visit: Visit) => {
  const shown = await page.show(visit)
  return shown instanceof Response ? shown : answerOf(shown)
}

/** A refusal or a crash, for a person. */
export const serveRefusal = (failure: Failure | null, status: number, asked: { requestId: string; request: Request }) =>
  answerOf(refusalPage(failure, status, asked))
