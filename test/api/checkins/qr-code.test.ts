import { describe, expect, it } from 'vitest'
import { exports } from 'cloudflare:workers'
import { send } from '../../support/api.ts'
import { noteAnswer } from '../../support/judged.ts'
import { readQr } from '../../support/qr-reader.ts'

const CODE = 'qr_7Fq2LzT0aBcDeFgHiJkLmN'

const draw = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await exports.default.fetch(new Request(`https://calendar.test/api/public/qr/${path}`, { headers }))
  noteAnswer({ method: 'GET', path: `/public/qr/${path}` }, answer, answer.status === 304 ? '' : '(an image)')
  return answer
}

const widthOf = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16)

describe('GET /public/qr/:qrCode', () => {
  it.each([
    ['', 300],
    ['?size=64', 64],
    ['?size=64&margin=10', 64],
    ['?size=333&margin=0', 333],
    ['?size=1024&margin=4', 1024],
  ])('draws the code at %j so that a third-party decoder reads it upright', async (query, size) => {
    const answer = await draw(CODE + query)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    const png = await answer.bytes()
    expect(widthOf(png)).toBe(size)
    const found = await readQr(png)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ isValid: true, text: CODE, isMirrored: false, isInverted: false, ecLevel: 'M' })
  })

  it('draws 40 codes that cover the whole alphabet and all decode to the same text', async () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    for (let turn = 0; turn < 40; turn += 1) {
      const code = `qr_${Array.from({ length: 22 }, (_, at) => letters[(turn * 37 + at * at * 11) % 62]).join('')}`
      const [found] = await readQr(await (await draw(code)).bytes())
      expect(found).toMatchObject({ text: code, isMirrored: false })
    }
  })

  it('has a white quiet zone of at least four modules', async () => {
    const png = await (await draw(CODE)).bytes()
    const [found] = await readQr(png)
    const { topLeft, topRight } = found!.position
    const module = (topRight.x - topLeft.x) / 29
    expect(topLeft.x).toBeGreaterThanOrEqual(4 * Math.floor(module))
  })

  it('is cacheable by any cache for a year, and returns 304 for a matching ETag', async () => {
    const answer = await draw(CODE)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const etag = answer.headers.get('ETag') ?? ''
    await answer.arrayBuffer()
    const again = await draw(CODE, { 'If-None-Match': etag })
    expect(again.status).toBe(304)
  })

  it.each(['gst_1', 'qr_short', `${CODE}x`, 'qr_7Fq2LzT0aBcDeFgHiJkLm-', 'qr_'.padEnd(10_240, 'a'), '%00'])(
    'returns 404 for $0, which is not a code',
    async (text) => {
      const answer = await send(`GET /public/qr/${text}`)
      expect(answer.status).toBe(404)
      expect(answer.body.code).toBe('not_found')
    },
  )

  it.each(['size=63', 'size=1025', 'size=1e9', 'size=x', 'margin=-1', 'margin=11'])(
    'returns 400 for %s',
    async (query) => {
      expect((await send(`GET /public/qr/${CODE}?${query}`)).status).toBe(400)
    },
  )
})
