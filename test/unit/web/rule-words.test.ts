import { afterEach, describe, expect, it } from 'vitest'
import { ruleWords } from '../../../web/console/event/rule-words.ts'
import { speakIn } from '../../../web/console/words/languages.ts'

const tuesdays = { rrule: 'FREQ=WEEKLY;COUNT=8', date: '2027-01-05', time: '19:00', english: 'in English' }

afterEach(() => speakIn('en'))

describe('ruleWords', () => {
  it.each([
    ['en', 'every week · Tuesday · 19:00 · 8 dates'],
    ['de', 'jede Woche · Dienstag · 19:00 · 8 Termine'],
    ['ja', '毎週 · 火曜日 · 19:00 · 8日程'],
  ] as const)('describes a weekly rule in %s', async (locale, words) => {
    await speakIn(locale)
    expect(ruleWords(tuesdays)).toBe(words)
  })

  it('names several days in the order of the week, the interval and the last day', () => {
    const rrule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO;UNTIL=20270630'
    expect(ruleWords({ ...tuesdays, rrule })).toBe('every 2 weeks · Monday, Friday · 19:00 · until 30 Jun 2027')
  })

  it('distinguishes a day of the month from a weekday of the month', () => {
    const said = ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=1TU'].map((rrule) => ruleWords({ ...tuesdays, rrule }))
    expect(new Set(said).size).toBe(2)
  })

  it('falls back to the service’s words for a rule that the form can’t show', () => {
    expect(ruleWords({ ...tuesdays, rrule: 'FREQ=YEARLY' })).toBe('in English')
  })
})
