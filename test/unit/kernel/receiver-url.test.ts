import { describe, expect, it } from 'vitest'
import { refuseReceiverUrl } from '../../../src/kernel/receiver-url.ts'
import { HONEST_URLS, HOSTILE_URLS } from '../../support/receiver-urls.ts'

const ownOrigins = ['https://calendar.example.net', 'http://127.0.0.1:8787', 'http://127.0.0.1:8788']
const strict = { allowInsecure: false, ownOrigins }
const lenient = { allowInsecure: true, ownOrigins }

describe('refuseReceiverUrl', () => {
  it.each(HOSTILE_URLS)('rejects %j in strict and in lenient mode', (url) => {
    expect(refuseReceiverUrl(url, strict)).toEqual(expect.any(String))
    expect(refuseReceiverUrl(url, lenient)).toEqual(expect.any(String))
  })

  it.each(HONEST_URLS)('accepts %j in strict mode', (url) => {
    expect(refuseReceiverUrl(url, strict)).toBeNull()
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:9000/in?x=1',
    'http://localhost:9000/in',
    'http://localhost',
    'http://127.0.0.1:8789/',
  ])('accepts the loopback URL %j in lenient mode only', (url) => {
    expect(refuseReceiverUrl(url, strict)).toBe('must be an https URL')
    expect(refuseReceiverUrl(url, lenient)).toBeNull()
  })

  it.each([
    'https://calendar.example.net/api/calendars',
    'https://CALENDAR.example.net:8443/',
    'http://127.0.0.1:8787/api/health',
    'http://localhost:8787/',
    'http://localhost:8788/token',
  ])('rejects %j because it points to the service itself', (url) => {
    expect(refuseReceiverUrl(url, lenient)).toBe('must not point to this service')
  })

  it('accepts another subdomain of the service’s host', () => {
    expect(refuseReceiverUrl('https://hooks.calendar.example.net/', strict)).toBeNull()
  })

  it('is tested with at least 60 hostile and 20 honest URLs', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(60)
    expect(new Set(HONEST_URLS).size).toBeGreaterThanOrEqual(20)
  })
})
