import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newCalendar } from '../../support/factories.ts'
import { newSandbox } from '../../support/sandboxes.ts'
import { tellStory } from '../../support/sandbox-story.ts'

const ORIGIN = 'https://calendar.test'
/** The sandbox writes URLs with this origin, which differs from that of the live Worker in tests. */
const OWN_ORIGIN = 'http://127.0.0.1:8787'
/** Files of the live Worker that contain no data. */
const SHARED = /^\/(?:assets\/|favicon|api\/v1\/openapi\.json$)/

const plain = (url: string) => url.replaceAll('&amp;', '&').replace(/#.*$/, '')

const open = async (path: string) => {
  const answer = await exports.default.fetch(
    new Request(`${ORIGIN}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' }),
  )
  const isPage = (answer.headers.get('Content-Type') ?? '').startsWith('text/html')
  const text = await answer.text()
  return { answer, html: isPage ? text : null, to: answer.headers.get('Location') }
}

describe('the pages of a sandbox', { timeout: 120_000 }, () => {
  it('lead only to each other and to files without data, and each says that it is a test', async () => {
    const calendar = await newCalendar()
    const { id, call } = await newSandbox(calendar)
    await tellStory({ call }, 5)
    await call('POST /v1/test/clock/advance', { by: 'P2D' })
    const inside = `/s/${id}`
    const { data: mails } = (await call('GET /v1/test/mails')).body
    const kinds = new Map((mails as { id: string; kind: string }[]).map(({ id: mailId, kind }) => [kind, mailId]))
    const fromMails: string[] = []
    for (const mailId of kinds.values()) {
      const { data } = (await call(`GET /v1/test/mails/${mailId}`)).body
      fromMails.push(...data.links.map(({ url }: { url: string }) => url))
    }
    const { data: events } = (await call(`GET /v1/calendars/${calendar.slug}/events`)).body
    const waiting = [
      `${inside}/c/${calendar.slug}`,
      ...events.map(({ slug }: { slug: string }) => `${inside}/e/${slug}`),
      ...fromMails,
    ]
    const [seen, leaving, broken, unmarked] = [new Set<string>(), [] as string[], [] as string[], [] as string[]]
    for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
      const url = plain(found)
      const path = url.startsWith(OWN_ORIGIN) ? url.slice(OWN_ORIGIN.length) : url
      if (!path.startsWith('/')) continue
      if (!path.startsWith(`${inside}/`)) {
        if (!SHARED.test(path)) leaving.push(path)
        continue
      }
      // One page of each kind in one language: a sandbox limits requests as the live service does.
      const kind = path.replaceAll(/\d{4}-\d\d(?:-\d\d)?|gst_\w+\.\d\.[\w-]+|lang=\w+/g, '')
      if (seen.has(kind)) continue
      seen.add(kind)
      const { answer, html, to } = await open(path)
      if (answer.status >= 400) broken.push(`${answer.status} ${path}`)
      if (to !== null) waiting.push(to)
      if (html === null) continue
      if (answer.headers.get('X-Robots-Tag') !== 'noindex' || !html.includes('class="test-band"')) unmarked.push(path)
      waiting.push(...[...html.matchAll(/\s(?:href|src|data-href)="([^"]+)"/g)].map(([, each = '']) => each))
      leaving.push(
        ...[...html.matchAll(/\s(?:action|formaction)="(\/[^"]*)"/g)]
          .map(([, each = '']) => each)
          .filter((each) => !each.startsWith(`${inside}/`)),
      )
    }
    expect({ leaving, broken, unmarked }).toEqual({ leaving: [], broken: [], unmarked: [] })
    expect(seen.size).toBeGreaterThan(20)
  })
})
