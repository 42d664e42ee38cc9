import { describe, expect, it } from 'vitest'
import {
  calledInMail,
  inNameOrder,
  maskedAddress,
  nameInMail,
  titleInMail,
  wholeNameOf,
} from '../../../src/presentation/name.ts'

describe('nameInMail', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Zoë  O’Hara-Ødegård ', 'Zoë O’Hara-Ødegård'],
    ['St.John', 'St. John'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['<img src=x>', '<img src=x>'],
    ['李小龍', '李小龍'],
  ])('keeps the name %j', (given, shown) => expect(nameInMail(given)).toBe(shown))

  it.each([
    ['You won, see https://evil.test/x', 'You won, see'],
    ['HTTPS://EVIL.TEST', ''],
    ['www.evil.test', ''],
    ['(http://evil.test)', ''],
    ['evil.test', ''],
    ['evil.co.uk!', ''],
    ['Evil.Com/win now', 'now'],
    ['EVIL.COM', 'EVIL. COM'],
    ['Write to me@evil.test', 'Write to'],
    ['mailto:me@evil.test', ''],
    ['tel:0900123', ''],
    ['ev\u200bil.test', ''],
    ['\u202etset.live', ''],
  ])('removes links and addresses from %j', (given, shown) => expect(nameInMail(given)).toBe(shown))

  it('cuts at 60 characters without splitting an emoji', () => {
    expect(Array.from(nameInMail('x'.repeat(60)))).toHaveLength(60)
    expect(Array.from(nameInMail('x'.repeat(200)))).toHaveLength(60)
    expect(Array.from(nameInMail('🎉'.repeat(200)))).toHaveLength(60)
    expect(nameInMail('🎉'.repeat(200))).toMatch(/^🎉+…$/u)
  })
})

describe('titleInMail', () => {
  it.each([
    ['JSConf.eu 2027', 'JSConf.eu 2027'],
    ['Drinks @ Noon', 'Drinks @ Noon'],
    ['Win at https://evil.test now', 'Win at now'],
    ['Ask me@evil.test', 'Ask'],
    // Nothing is left of this title without the link. An ellipsis works in every language.
    ['https://evil.test', '…'],
  ])('keeps site names but removes links and addresses: %j', (given, shown) => expect(titleInMail(given)).toBe(shown))

  it('cuts at 60 characters', () => expect(Array.from(titleInMail('Long '.repeat(60))).length).toBeLessThanOrEqual(60))
})

it.each([
  ['bo.diaz@pages.test', 'b…@pages.test'],
  [' "a@b"@pages.test ', '"…@pages.test '],
  ['🎉@pages.test', '🎉…@pages.test'],
])('maskedAddress(%j) returns %j', (given, shown) => expect(maskedAddress(given)).toBe(shown))

it.each([
  ['Nora', 'Haldorsen', 'Nora Haldorsen'],
  ['花子', '山田', '山田 花子'],
  ['Ada', '', 'Ada'],
])('wholeNameOf %s %j returns %j', (firstName, lastName, said) => {
  expect(wholeNameOf({ firstName, lastName })).toBe(said)
})

it('calledInMail and inNameOrder put the family name first in Japanese', () => {
  expect([
    calledInMail('ja', '花子', '山田'),
    calledInMail('ja', 'Ada', ''),
    calledInMail('de', 'Ada', 'Byron'),
  ]).toEqual(['山田', 'Ada', 'Ada'])
  expect([inNameOrder('ja', 1, 2), inNameOrder('de', 1, 2)]).toEqual([
    [2, 1],
    [1, 2],
  ])
})
