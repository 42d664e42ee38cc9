import type { Failure } from '../kernel/failure.ts'
import { Document } from './document.tsx'
import type { Page, Shown, Visit } from './page.ts'
import { policyOf } from './policy.ts'
import { refusalPage } from './refusal/refusal.tsx'

const answerOf = async (shown: Shown) => {
  // A node renders itself when it is made text, and to a promise when a part of it was one.
  const document = (<Document shown={shown} />) as { toString(): string | Promise<string> }
  const markup = await document.toString()
  return new Response(`<!doctype html>\n${markup}`, {
    status: shown.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(shown),
      ...shown.headers,
    },
  })
}

export const servePage = async (page: Page, visit: Visit) => {
  const shown = await page.show(visit)
  return shown instanceof Response ? shown : answerOf(shown)
}

/** A refusal or a crash, for a person. */
export const serveRefusal = (failure: Failure | null, status: number, requestId: string) =>
  answerOf(refusalPage(failure, status, requestId))

/** What a browser asks for when a person follows a link. */
export const isForPeople = (request: Request) => (request.headers.get('Accept') ?? '').includes('text/html')
