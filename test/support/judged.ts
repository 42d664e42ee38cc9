import { exports } from 'cloudflare:workers'
import { expect, inject } from 'vitest'
import type { JudgedAnswer } from '../../harness/document-judge.ts'
import type { NotedAnswers } from '../../harness/judge.ts'

const waiting: JudgedAnswer[] = []

/** Records an answer for validation after the test. */
export const noteAnswer = (
  { method, path }: { method: string; path: string },
  { status, headers }: { status: number; headers: Headers },
  text: string,
) => {
  const isJson = (headers.get('Content-Type') ?? '').startsWith('application/json')
  waiting.push({ method, path, status, headers: Object.fromEntries(headers), text: isJson || text === '' ? text : '…' })
}

const giveDocument = async () => {
  const document = await exports.default.fetch(new Request('https://calendar.test/api/v1/openapi.json'))
  await fetch(inject('judge'), { method: 'PUT', body: await document.text() })
}

/** Returns how the recorded answers deviate from the OpenAPI document. */
export const faultsOfAnswers = async (): Promise<string[]> => {
  if (waiting.length === 0) return []
  const noted: NotedAnswers = { file: expect.getState().testPath ?? '', answers: waiting.splice(0) }
  const body = JSON.stringify(noted)
  const ask = async () => fetch(inject('judge'), { method: 'POST', body })
  // The judge keeps sets, so sending answers again after a lost connection changes nothing.
  let judged = await ask().catch(ask)
  if (judged.status === 428) {
    await giveDocument()
    judged = await ask()
  }
  if (!judged.ok) throw new Error(await judged.text())
  return judged.json()
}

export const refuseFaultyAnswers = async () => {
  const faults = await faultsOfAnswers()
  if (faults.length > 0) throw new Error(`answers that the document does not promise:\n${faults.join('\n')}`)
}
