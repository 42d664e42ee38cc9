import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  exactTimeOf,
  fromNow,
  fullTimeOf,
  groupOf,
  lengthOf,
  localOf,
  moneyOf,
  numberOf,
  shortDayOf,
  spanOf,
  whenOf,
} from '../../../web/console/parts/words.ts'
import { speak } from '../../../web/console/words/loaded.ts'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'

const timed = (startAt: string, endAt: string) => ({ startAt, endAt, timezone: 'Europe/Lisbon', allDay: false })
const evening = timed('2026-12-12T19:30:00Z', '2026-12-12T22:00:00Z')
const days = { startAt: '2027-01-05T00:00:00Z', endAt: '2027-01-08T00:00:00Z', timezone: 'UTC', allDay: true }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  speak('en', null)
  vi.useRealTimers()
})

describe('the formats in English', () => {
  it('show days without a comma after the weekday', () => {
    expect(whenOf(evening)).toBe('Sat 12 Dec, 19:30')
    expect(shortDayOf(days)).toBe('Tue 5 Jan 2027')
    expect(spanOf(evening)).toBe('Sat 12 December 2026, 19:30 – 22:00 WET')
    expect(spanOf(days)).toBe('Tue 5 January 2027 – Thu 7 January 2027')
  })

  it('name today, tomorrow and the groups of a list', () => {
    expect(whenOf(timed('2026-11-23T19:30:00Z', '2026-11-23T22:00:00Z'))).toBe('Today, 19:30')
    expect(groupOf(timed('2026-11-24T19:30:00Z', '2026-11-24T22:00:00Z'))).toBe('Tomorrow')
    expect(groupOf(timed('2026-11-27T19:30:00Z', '2026-11-27T22:00:00Z'))).toBe('Next 7 days')
    expect(groupOf(evening)).toBe('December')
    expect(groupOf(days)).toBe('January 2027')
  })

  it('show lengths, numbers, money and distances', () => {
    expect(lengthOf(evening)).toBe('2 h 30')
    expect(lengthOf(timed('2026-12-12T19:30:00Z', '2026-12-12T20:15:00Z'))).toBe('45 min')
    expect(lengthOf(days)).toBe('3 days')
    expect(lengthOf({ ...days, endAt: '2027-01-06T00:00:00Z' })).toBe('all day')
    expect(numberOf(12_345)).toBe('12,345')
    expect(moneyOf(123_450, 'EUR')).toBe('€1,234.50')
    expect(moneyOf(0, null)).toBe('Free')
    expect(fromNow('2026-11-25T13:00:00Z')).toBe('in 2 days')
    expect(fromNow('2026-11-22T11:00:00Z')).toBe('yesterday')
  })
})

describe('the formats by language', () => {
  it.each([
    ['de', '12.345', '1.234,50 €', 'übermorgen', 'Sa., 12. Dez., 19:30', 'Dezember'],
    ['fr', '12 345', '1 234,50 €', 'après-demain', 'sam. 12 déc., 19:30', 'Décembre'],
    ['ja', '12,345', '€1,234.50', '明後日', '12月12日(土), 19:30', '12月'],
    ['pl', '12 345', '1234,50 €', 'pojutrze', 'sob., 12 gru, 19:30', 'Grudzień'],
    ['pt', '12 345', '1234,50 €', 'depois de amanhã', 'sáb., 12 dez., 19:30', 'Dezembro'],
  ] as const)('follow %s', (locale, count, money, distance, when, group) => {
    speak(locale, null)
    const plain = (text: string) => text.replaceAll(/\s/g, ' ')
    expect(plain(numberOf(12_345))).toBe(count)
    expect(plain(moneyOf(123_450, 'EUR'))).toBe(money)
    expect(fromNow('2026-11-25T13:00:00Z')).toBe(distance)
    expect(plain(whenOf(evening))).toBe(when)
    expect(groupOf(evening)).toBe(group)
  })

  it('abbreviate weekdays in Portuguese, with "de" only before a whole month', () => {
    speak('pt', null)
    expect(shortDayOf(days)).toBe('ter., 5 jan. 2027')
    expect(spanOf({ ...days, endAt: '2027-01-06T00:00:00Z' })).toBe('ter., 5 de janeiro de 2027, all day')
  })

  it('use Latin digits in Arabic', () => {
    speak('ar', null)
    const shown = [numberOf(12_345), moneyOf(123_450, 'EUR'), whenOf(evening), fullTimeOf(evening.startAt)].join(' ')
    expect(shown).toMatch(/12,345.*1,234\.50.*12.*7:30/)
    expect(shown).not.toMatch(/[٠-٩]/)
  })

  it('change with the language, although formats are cached', () => {
    const shown = new Set<string>()
    for (const locale of LOCALES) {
      speak(locale, null)
      shown.add(`${whenOf(evening)} ${numberOf(12_345)}`)
    }
    expect(shown.size).toBe(LOCALES.length)
  })

  it('do not change the values of inputs, nor the seconds of exact times', () => {
    speak('ar', null)
    expect(localOf(evening.startAt, 'Asia/Tokyo')).toEqual({ date: '2026-12-13', time: '04:30' })
    expect(exactTimeOf('2026-12-12T19:30:07Z')).toContain(':07')
  })
})
