import { describe, expect, it } from 'vitest'
import { ACCENTS, LOCALES, type Locale } from '../../src/kernel/vocabulary.ts'
import { chromaOf, coloursOf, DARK, LIGHT, rgbOf } from '../../src/presentation/accent.ts'
import { moneyOf } from '../../src/presentation/price.ts'
import { beginningOf, hoursOf, leafOf, momentOf, weekdaysOf, whenLinesOf, whenOf } from '../../src/presentation/when.ts'
import { acceptedLocale, localeOf } from '../../src/words/locales.ts'
import { languageOf, languageOfTag } from '../../src/words/words.ts'
import { plainText, type Letter } from '../../src/modules/mails/letter.ts'
import { readFileSync } from 'node:fs'

type Said = string | ((...given: never[]) => string) | { [key: string]: Said }

/**
 * Flattens a translation to [path, text] pairs. Functions get «1» and «2» as arguments, to check whether the text uses
 * them.
 */
const allOf = (words: Said, path = ''): [string, string][] => {
  if (typeof words === 'string') return [[path, words]]
  if (typeof words === 'object') return Object.entries(words).flatMap(([key, each]) => allOf(each, `${path}.${key}`))
  return [[path, words(...(['«1»', '«2»'] as never[]))]]
}

const COUNTS = Array.from({ length: 201 }, (_, count) => count)
const english = new Map(allOf(languageOf('en').words))

describe.each(LOCALES)('translation %s', (locale: Locale) => {
  const { words } = languageOf(locale)
  it('has no empty text and uses the same arguments as English', () => {
    for (const [path, said] of allOf(words)) {
      expect([path, said.trim()]).not.toEqual([path, ''])
      for (const given of ['«1»', '«2»'])
        expect([path, given, said.includes(given)]).toEqual([path, given, english.get(path)?.includes(given)])
    }
  })

  it('has every plural form, and writes all counts except 1 and 2 as digits', () => {
    for (const count of COUNTS) {
      const said = [
        words.state.left(count),
        words.calendar.moreDates(count),
        words.calendar.eventsThere(count),
        words.mail.registrations(count, '«event»'),
        words.ticket.count(count),
        words.fault.partyTooLarge(count),
        words.fault.guestsMissing(count),
        words.standing.placesLeft(count),
        words.mail.pausedText(count),
        words.mail.openTicket(count),
      ]
      for (const each of said) expect([count, each]).not.toEqual([count, expect.stringMatching(/undefined|#/)])
      if (count > 2) for (const each of said.slice(0, 7)) expect(each).toContain(String(count))
    }
  })

  it('differs from every other language in the Register button', () => {
    const others = LOCALES.filter((other) => other !== locale).map((other) => languageOf(other).words.standing.register)
    expect(others).not.toContain(words.standing.register)
  })
})

it('Portuguese uses the formats of Portugal and short weekdays', () => {
  const language = languageOf('pt')
  const times = {
    startAt: '2026-11-28T19:00:00Z',
    endAt: '2026-11-28T22:00:00Z',
    timezone: 'Europe/Lisbon',
    allDay: false,
  }
  expect([hoursOf(times, language), leafOf(times, language).weekday]).toEqual(['19:00\u00a0– 22:00 WET', 'sáb.'])
  expect(moneyOf(2800, 'EUR', language).replace(/\s/, ' ')).toBe('28,00 €')
  expect(weekdaysOf(1, language)[0]).toBe('seg.')
})

it('dates and times are joined as each language requires', () => {
  const times = {
    startAt: '2026-11-28T19:00:00Z',
    endAt: '2026-11-28T22:00:00Z',
    timezone: 'Europe/Lisbon',
    allDay: false,
  }
  const inAll = (locale: Locale) => [
    whenLinesOf(times, times.timezone, languageOf(locale))[0],
    momentOf(times.startAt, times.timezone, languageOf(locale)),
    beginningOf(times, languageOf(locale)).both,
    hoursOf(times, languageOf(locale)),
  ]
  expect(inAll('ja')).toEqual([
    '2026年11月28日(土) 19:00〜22:00 ポルトガル時間',
    '2026年11月28日(土) 19:00 ポルトガル時間',
    '2026年11月28日(土) 19:00 ポルトガル時間',
    '19:00〜22:00 ポルトガル時間',
  ])
  expect(inAll('ar').join()).not.toMatch(/\d, /)
  expect(inAll('it')[1]).toBe('sabato 28 novembre 2026, 19:00 WET')
})

it.each(LOCALES)(
  'in %s no line starts with the dash of a range, and “all day” is lower case within a line',
  (locale) => {
    const language = languageOf(locale)
    const days = { startAt: '2026-12-27', endAt: '2027-01-03', timezone: 'Europe/Lisbon', allDay: true }
    const night = { ...days, startAt: '2026-12-27T19:00:00Z', endAt: '2026-12-29T22:00:00Z', allDay: false }
    const said = [days, night].flatMap((times) => [
      whenOf(times, language).days,
      hoursOf(times, language),
      ...whenLinesOf(times, times.timezone, language),
    ])
    expect(said.filter((each) => each.includes(' –'))).toEqual([])
    expect(beginningOf(days, language).both).not.toMatch(/[,،] \p{Lu}/u)
    expect(beginningOf(days, language).clock).toBe(language.words.when.allDay)
  },
)

it('French uses no-break spaces with double punctuation and guillemets', () => {
  const loose = allOf(languageOf('fr').words).filter(([, said]) => / [:;!?»]|« /.test(said))
  expect(loose).toEqual([])
})

it.each([
  ['fr', 'Billet\u00a0: Balcon', 'Ouvrir\u00a0:\nhttps://calendar.test/r/1'],
  ['ja', 'Billet：Balcon', 'Ouvrir：\nhttps://calendar.test/r/1'],
  ['de', 'Billet: Balcon', 'Ouvrir:\nhttps://calendar.test/r/1'],
] as const)('plainText uses the colon of %s between label and value', (locale, fact, action) => {
  const letter: Letter = {
    subject: '',
    preview: '',
    heading: '',
    paragraphs: [],
    footer: '',
    facts: [['Billet', 'Balcon']],
    action: { label: 'Ouvrir', url: 'https://calendar.test/r/1' },
  }
  const text = plainText(letter, { language: languageOf(locale) })
  for (const line of [fact, action]) expect(text).toContain(`\n${line}\n`)
})

it('no heading contains “e-mail”, which could break at the hyphen', () => {
  for (const locale of LOCALES) {
    const headings = allOf(languageOf(locale).words).filter(([path]) => /(?:title|heading)$/i.test(path))
    expect([locale, headings.filter(([, said]) => /e-mail/i.test(said))]).toEqual([locale, []])
  }
})

it.each([
  ['en', [1, 3], ['Open your ticket', 'Open your tickets']],
  ['pl', [1, 3, 5], ['Otwórz swój bilet', 'Otwórz swoje bilety', 'Otwórz swoje bilety']],
  ['ar', [1, 2, 3], ['فتح تذكرتك', 'فتح تذكرتيك', 'فتح تذاكرك']],
  ['ja', [1, 3], ['チケットを開く', 'チケットを開く']],
] as const)('in %s the plural of openTicket is right for the counts %j', (locale, counts, said) => {
  expect(counts.map((count) => languageOf(locale).words.mail.openTicket(count))).toEqual(said)
})

it('Arabic names a time zone without an abbreviation by its country', () => {
  const arabic = languageOf('ar')
  const at = (timeZone: string) => momentOf('2026-11-28T19:00:00Z', timeZone, arabic)
  expect(at('Europe/Lisbon')).toMatch(/ 19:00 بتوقيت البرتغال$/)
  expect(at('Europe/Berlin')).toMatch(/ 20:00 بتوقيت ألمانيا$/)
})

it.each([
  ['pl', [1, 2, 5, 22], ['Zostało 1 miejsce', 'Zostały 2 miejsca', 'Zostało 5 miejsc', 'Zostały 22 miejsca']],
  ['ar', [1, 2, 3, 11], ['بقي مكان واحد', 'بقي مكانان', 'بقيت 3 أماكن', 'بقي 11 مكانًا']],
  ['ja', [1, 2], ['残り1枠', '残り2枠']],
] as const)('in %s the plural of state.left is right for the counts %j', (locale, counts, said) => {
  expect(counts.map((count) => languageOf(locale).words.state.left(count))).toEqual(said)
})

it.each([
  ['de-AT,en;q=0.5', 'de'],
  ['xx, pt-BR;q=0.8, en;q=0.9', 'en'],
  ['fr;q=0, ja', 'ja'],
  ['xx', null],
  [null, null],
] as const)('acceptedLocale(%j) returns %j', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale)
})

it('languageOfTag takes the words by language and the formats by region, with English as the fallback', () => {
  expect([localeOf('PT-br'), localeOf('tlh'), localeOf('')]).toEqual(['pt', null, null])
  expect(languageOfTag('fr-CA')).toMatchObject({ locale: 'fr', format: 'fr-CA', direction: 'ltr' })
  expect(languageOfTag('he')).toMatchObject({ locale: 'en', format: 'he', direction: 'rtl' })
  expect(languageOf('ar').direction).toBe('rtl')
})

const luminanceOf = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrastOf = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(ACCENTS)('accent hue %i', (hue) => {
  it('has a contrast of at least 4.5 on light and dark backgrounds', () => {
    const { accent, accentOnDark, onDarkAccent, deep, mist } = coloursOf(hue)
    for (const [one, other] of [
      [accent, '#fafaf9'],
      [accent, '#ffffff'],
      [accentOnDark, '#0e0e10'],
      [accentOnDark, '#18181a'],
      [accentOnDark, onDarkAccent],
      [deep, '#ffffff'],
      [deep, mist],
    ] as const)
      expect([one, other, contrastOf(one, other) >= 4.5]).toEqual([one, other, true])
  })

  it('matches its class in web/style/tokens.css and is not red', () => {
    const chroma = [chromaOf(LIGHT.lightness, hue, LIGHT.chroma), chromaOf(DARK.lightness, hue, DARK.chroma)]
    const rule = `.hue-${hue} {\n  --hue: ${hue};\n  --cl: ${chroma[0]};\n  --cd: ${chroma[1]};\n}`
    expect(readFileSync('web/style/tokens.css', 'utf8')).toContain(rule)
    expect(hue >= 9 && hue <= 45).toBe(false)
    expect(rgbOf(LIGHT.lightness, LIGHT.chroma, hue).every((part) => part >= 0 && part <= 255)).toBe(true)
  })
})
