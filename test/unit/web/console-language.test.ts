import { afterEach, describe, expect, it } from 'vitest'
import { Refusal, SaidInWords } from '../../../web/shared/api.ts'
import { SignInFailed } from '../../../web/shared/sign-in.ts'
import { complaintAbout, troubleOf } from '../../../web/console/parts/trouble.ts'
import type { ConsoleWords } from '../../../web/console/words/console-words.ts'
import { partsWords } from '../../../web/console/words/en/parts.ts'
import { chooseLocale, offered, speakIn, type Lists } from '../../../web/console/words/languages.ts'
import { localeSpoken, speak } from '../../../web/console/words/loaded.ts'

/** A list with the few words that these tests read. */
const german = {
  parts: { ...partsWords(), loading: 'Wird geladen', tooManyTries: (when: string) => `Zu viele Versuche: ${when}` },
  errors: {
    refusals: { slug_taken: 'Diese Adresse ist vergeben.' },
    fields: { required: () => 'Bitte ausfüllen.', tooLong: (amount: string) => `Höchstens ${amount} Zeichen.` },
  },
} as unknown as ConsoleWords

const lists: Lists = { de: async () => ({ words: german }), ar: async () => ({ words: german }) }

afterEach(() => speak('en', null))

describe('chooseLocale', () => {
  const wishes = { asked: null, account: null, device: null, browser: [] }
  it.each([
    ['the lang parameter', { asked: 'ar', account: 'de', device: 'de', browser: ['de'] }, 'ar'],
    ['the account', { account: 'de', device: 'ar', browser: ['ar'] }, 'de'],
    ['the device', { device: 'de', browser: ['ar'] }, 'de'],
    ['the browser', { browser: ['fi-FI', 'de-AT', 'ar'] }, 'de'],
    ['English', { browser: ['fi'] }, 'en'],
    ['English, if the account chose it over the browser', { account: 'en', browser: ['de'] }, 'en'],
    ['the next wish, if a language has no list yet', { asked: 'fr', account: 'it', browser: ['ja', 'ar'] }, 'ar'],
    ['the next wish, if a language is unknown', { asked: 'xx', device: 'de' }, 'de'],
  ])('takes %s', (_, some, locale) => {
    expect(chooseLocale({ ...wishes, ...some }, lists)).toBe(locale)
  })

  it('offers English and the languages that have a list', () => {
    expect(offered(lists)).toEqual(['en', 'de', 'ar'])
  })
})

describe('speakIn', () => {
  it('loads the words of the language, and returns to English', async () => {
    await speakIn('de', lists)
    expect(localeSpoken()).toBe('de')
    expect(partsWords().loading).toBe('Wird geladen')
    await speakIn('en', lists)
    expect(partsWords().loading).toBe('Loading')
  })

  it('keeps the language if the list does not load', async () => {
    await speakIn('de', lists)
    await expect(speakIn('ar', { ar: () => Promise.reject(new TypeError('failed')) })).rejects.toThrow('failed')
    expect(localeSpoken()).toBe('de')
    expect(partsWords().loading).toBe('Wird geladen')
  })
})

const refused = (status: number, body: object = {}, retryAfter: number | null = null) =>
  new Refusal(status, body, retryAfter)

describe('troubleOf', () => {
  it.each([
    ['a network error', refused(0), 'We can’t reach the service. Check your connection and try again.'],
    ['a 401', refused(401), 'You’re signed out. Sign in again to continue.'],
    ['a 429', refused(429, {}, 12), 'Too many tries. Try again in 12 seconds.'],
    ['a 429 with a long Retry-After', refused(429, {}, 240), 'Too many tries. Try again in 4 minutes.'],
    ['a 429 without Retry-After', refused(429), 'Too many tries. Try again in a moment.'],
    ['a 503', refused(503, {}, 1), 'Something isn’t responding. Try again in a second.'],
    ['a 500', refused(500), 'Something went wrong on our side.'],
    [
      'a 500 with a request id',
      refused(500, { requestId: 'req_1' }),
      'Something went wrong on our side. If it happens again, send us this number: req_1.',
    ],
    ['a 409', refused(409, { code: 'slug_taken', message: 'Taken here.' }), 'Taken here.'],
    ['a sentence of the page', new SaidInWords('Said here.'), 'Said here.'],
    ['a failed sign-in', new SignInFailed('unfinished'), 'You didn’t finish signing in.'],
    ['an exception in the page', new TypeError('x is undefined'), 'Something went wrong on this page. Reload it.'],
  ])('has an English sentence for %s', (_, error, words) => {
    expect(troubleOf(error)).toBe(words)
  })

  it('uses the sentence of the language for a code, and the service’s message for an unknown code', () => {
    speak('de', german)
    expect(troubleOf(refused(409, { code: 'slug_taken', message: 'Taken.' }))).toBe('Diese Adresse ist vergeben.')
    expect(troubleOf(refused(409, { code: 'of_tomorrow', message: 'New.' }))).toBe('New.')
    expect(troubleOf(refused(429))).toBe('Zu viele Versuche: in a moment')
  })
})

describe('complaintAbout', () => {
  const error = refused(400, {
    errors: [
      { field: 'name', message: 'must be at most 80 characters' },
      { field: 'recipients.1', message: 'is required' },
      { field: 'rrule', message: 'has no date on or after startAt' },
    ],
  })

  it('finds the error of a field, including array items', () => {
    expect(complaintAbout(error, 'name')).toBe('must be at most 80 characters')
    expect(complaintAbout(error, 'recipients')).toBe('is required')
    expect(complaintAbout(error, 'recip')).toBeNull()
    expect(complaintAbout(new TypeError('x'), 'name')).toBeNull()
  })

  it('uses the sentence of the language, and the service’s message if it has none', () => {
    speak('de', german)
    expect(complaintAbout(error, 'name')).toBe('Höchstens 80 Zeichen.')
    expect(complaintAbout(error, 'recipients')).toBe('Bitte ausfüllen.')
    expect(complaintAbout(error, 'rrule')).toBe('has no date on or after startAt')
  })
})
