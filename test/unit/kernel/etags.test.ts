import { describe, expect, it } from 'vitest'
import { acceptsGzip, comparableEtag, gzippedEtag } from '../../../src/kernel/etags.ts'

const accepts = (header?: string) =>
  acceptsGzip(new Request('https://a.example/', { headers: header === undefined ? {} : { 'Accept-Encoding': header } }))

describe('acceptsGzip', () => {
  it.each(['gzip', 'GZIP', 'br, gzip;q=0.5', 'deflate,gzip', '*', 'gzip;q=0.001'])('accepts %s', (header) => {
    expect(accepts(header)).toBe(true)
  })
  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000', '*, gzip;q=0', '*;q=0', 'x-gzip-2'])(
    'refuses %s',
    (header) => {
      expect(accepts(header)).toBe(false)
    },
  )
})

describe('gzippedEtag', () => {
  it('differs from the ETag, and compares as equal to it', () => {
    expect(gzippedEtag('"a"')).toBe('"a-gzip"')
    for (const given of ['"a"', ' W/"a"', '"a-gzip" ', 'W/"a-gzip"']) expect(comparableEtag(given)).toBe('"a"')
    expect(comparableEtag('"b-gzip"')).not.toBe('"a"')
  })
})
