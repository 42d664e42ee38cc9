import { describe, expect, it } from 'vitest'
import { refuseReceiverUrl } from '../../../src/kernel/receiver-url.ts'
import { HONEST_URLS, HOSTILE_URLS } from '../../support/receiver-urls.ts'

const ownOrigins = ['https://calendar.example.net', 'http://127.0.0.1:8787', 'http://127.0.0.1:8788']
const strict = { allowInsecure: false, ownOrigins }
const lenient = { allowInsecure: true, ownOrigins }

describe('an address for a webhook', () => {
  it.each(HOSTILE_URLS)('is refused when it is %j, insecure ones allowed or not', (url) => {
    expect(refuseReceiverUrl(url, strict)).toEqual(expect.any(String))
    expect(refuseReceiverUrl(url, lenient)).toEqual(expect.any(String))
  })

  it.each(HONEST_URLS)('is accepted when it is %j', (url) => {
    expect(refuseReceiverUrl(url, strict)).toBeNull()
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:9000/in?x=1',
    'http://localhost:9000/in',
    'http://localhost',
    'http://127.0.0.1:8789/',
  ])('on this machine, %j, is accepted only where insecure ones are allowed', (url) => {
    expect(refuseReceiverUrl(url, strict)).toBe('must be an https URL')
    expect(refuseReceiverUrl(url, lenient)).toBeNull()
  })

  it.each([
    'https://calendar.example.net/api/calendars',
    'https://CALENDAR.example.net:8443/',
    'http://127.0.0.1:8787/api/health',
    'http://localhost:8787/',
    'http://localhost:8788/token',
  ])('of the service itself, %j, is refused', (url) => {
    expect(refuseReceiverUrl(url, lenient)).toBe('must not point to this service')
  })

  it('that another service of the same owner has is accepted', () => {
    expect(refuseReceiverUrl('https://hooks.calendar.example.net/', strict)).toBeNull()
  })

  it('is refused in at least sixty ways and accepted in at least twenty', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(60)
    expect(new Set(HONEST_URLS).size).toBeGreaterThanOrEqual(20)
  })
})
