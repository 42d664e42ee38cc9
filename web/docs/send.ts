import { element, show } from '../shared/element.ts'
import { codeBlock, type Language } from './highlight.ts'
import type { Request } from './request.ts'

const SHOWN_CHARACTERS = 100_000

const LANGUAGES: readonly [RegExp, Language][] = [
  [/json/, 'json'],
  [/html|xml/, 'markup'],
]

const sizeOf = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} KB`)

const toneOf = (status: number) => {
  if (status < 300) return 'good'
  return status < 500 ? 'warn' : 'bad'
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const picture = async (blob: Blob) => {
  const image = element('img', { alt: 'Image response', class: 'answer-picture' })
  image.src = URL.createObjectURL(blob)
  await image.decode().catch(() => {})
  URL.revokeObjectURL(image.src)
  return image
}

const bodyView = async (blob: Blob, type: string) => {
  if (blob.size === 0) return element('p', { class: 'quiet' }, 'The response has no body.')
  if (type.startsWith('image/')) return picture(blob)
  const text = await blob.text()
  const language = LANGUAGES.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'
  const shown = language === 'json' ? pretty(text) : text
  const isLong = shown.length > SHOWN_CHARACTERS
  return codeBlock(isLong ? `${shown.slice(0, SHOWN_CHARACTERS)}\n… and more` : shown, language)
}

/** Sends the form's request to the service that serves this page and shows the raw response. */
export const sendAndShow = async ({ method, address, headers, body }: Request, place: HTMLElement) => {
  const startedAt = performance.now()
  const response = await fetch(`/api${address}`, {
    method,
    headers,
    body,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  })
  const blob = await response.blob()
  const ms = Math.round(performance.now() - startedAt)
  const headerLines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  show(
    place,
    element(
      'p',
      { class: 'row answer-line' },
      element('span', { class: `tag ${toneOf(response.status)}` }, `${response.status} ${response.statusText}`.trim()),
      element('span', { class: 'quiet' }, `${ms} ms · ${sizeOf(blob.size)}`),
    ),
    await bodyView(blob, response.headers.get('Content-Type') ?? ''),
    element('details', { class: 'inner' }, element('summary', {}, 'Headers'), codeBlock(headerLines, 'text')),
  )
}
