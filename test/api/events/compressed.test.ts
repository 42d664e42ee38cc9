import { describe, expect, it } from 'vitest'
import { exports } from 'cloudflare:workers'
import { newCalendar, newEvent } from '../../support/factories.ts'

const ask = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(new Request(`https://site.example${path}`, { headers }))

const OF_ONE_RESPONSE = ['content-encoding', 'content-length', 'etag', 'ratelimit-policy', 'x-request-id']
const lasting = ({ headers }: Response) => [...headers].filter(([name]) => !OF_ONE_RESPONSE.includes(name))

describe('compressed responses', () => {
  it('are sent from the second request on, and confirmed by either ETag', async () => {
    const calendar = await newCalendar()
    await newEvent(calendar, { title: 'Choir', description: 'An evening of songs. '.repeat(100) })
    for (const path of [`/api/calendars/${calendar.slug}/events`, `/c/${calendar.slug}`]) {
      const first = await ask(path, { 'Accept-Encoding': 'gzip' })
      expect([first.status, first.headers.get('Content-Encoding')], path).toEqual([200, null])
      expect(first.headers.get('Vary'), path).toBe('Accept-Encoding')
      const text = await first.text()
      const second = await ask(path, { 'Accept-Encoding': 'br, gzip' })
      expect(second.headers.get('Content-Encoding'), path).toBe('gzip')
      expect(second.headers.get('Vary'), path).toBe('Accept-Encoding')
      expect(await second.text(), path).toBe(text)
      expect(lasting(second), path).toEqual(lasting(first))
      const plain = await ask(path)
      expect(lasting(plain), path).toEqual(lasting(first))
      expect(await plain.text(), path).toBe(text)
      const etags = [first, second].map(({ headers }) => headers.get('ETag') ?? '')
      expect(etags[1], path).toBe(etags[0]?.replace(/"$/, '-gzip"'))
      expect((await ask(path)).headers.get('ETag'), path).toBe(etags[0])
      for (const etag of etags) {
        const unchanged = await ask(path, { 'If-None-Match': etag, 'Accept-Encoding': 'gzip' })
        expect([unchanged.status, unchanged.headers.get('ETag'), await unchanged.text()], path).toEqual([304, etag, ''])
        expect(unchanged.headers.get('Content-Encoding'), path).toBeNull()
      }
      await newEvent(calendar, { title: 'Another' })
      for (const etag of etags) expect((await ask(path, { 'If-None-Match': etag })).status, path).toBe(200)
    }
  })
})
