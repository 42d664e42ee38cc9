import { describe, expect, it } from 'vitest'
import { newRepeat, repeatOf, ruleOf } from '../../../web/console/event/repeat.ts'
import { emptyDraft, onDate } from '../../../web/console/event/draft.ts'
import { zoneMeant, zoneOptions } from '../../../web/console/screens/zones.ts'

/** The second Tuesday of its month. */
const DATE = '2027-06-08'

describe('ruleOf', () => {
  it.each([
    ['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=4'],
    ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20270930T190000;BYDAY=MO,WE', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20270930'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;INTERVAL=1'],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=2TU', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=2TU;COUNT=3'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=9', 'FREQ=DAILY;INTERVAL=3;COUNT=9'],
  ])('writes the rule that repeatOf has read from %s', (rrule, written) => {
    expect(ruleOf(repeatOf(rrule, DATE), { date: DATE })).toBe(written)
  })

  it.each(['FREQ=YEARLY', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=DAILY;BYDAY=MO'])(
    'keeps %s, which the form can’t show, and changes its end',
    (rule) => {
      const repeat = repeatOf(`${rule};COUNT=4`, DATE)
      expect(repeat).toMatchObject({ freq: 'KEPT', end: 'COUNT', count: '4' })
      expect(ruleOf({ ...repeat, count: '6' }, { date: DATE })).toBe(`${rule};COUNT=6`)
    },
  )

  it('writes no end for a series without one', () => {
    expect(ruleOf({ ...newRepeat(), end: 'NEVER' }, { date: DATE })).toBe('FREQ=WEEKLY;INTERVAL=1;BYDAY=TU')
  })
})

describe('onDate', () => {
  const weekend = { ...emptyDraft('UTC'), date: '2027-06-04', untilDate: '2027-06-06' }

  it('moves the last day with the first', () => {
    expect(onDate(weekend, '2027-12-31')).toEqual({ date: '2027-12-31', untilDate: '2028-01-02' })
  })

  it('keeps the last day while the first is incomplete', () => {
    expect(onDate(weekend, '')).toEqual({ date: '', untilDate: '2027-06-06' })
  })
})

describe('zoneMeant', () => {
  const options = zoneOptions('Europe/Lisbon')
  const meant = (text: string) => zoneMeant(text, options)?.value

  it.each([
    ['lisbon', 'Europe/Lisbon'],
    ['new york', 'America/New_York'],
    ['Europe/Paris', 'Europe/Paris'],
    ['ho chi', 'Asia/Ho_Chi_Minh'],
    ['UTC+5:45', 'Asia/Kathmandu'],
  ])('finds the zone of "%s"', (text, zone) => {
    expect(meant(text)).toBe(zone)
  })

  it.each(['', ' ', 'Atlantis'])('finds none for "%s"', (text) => {
    expect(meant(text)).toBeUndefined()
  })

  it('offers a zone in use under its old name once, under the current name', () => {
    const names = zoneOptions('Asia/Calcutta').filter(
      ({ label }) => label.startsWith('Kolkata') || label.includes('Calcutta'),
    )
    expect(names.map(({ value }) => value)).toEqual(['Asia/Kolkata'])
  })
})
