import { describe, expect, it } from 'vitest'
import { prefixesOf, searchedPrefixes, tokensWith } from '../../../src/kernel/name-words.ts'

const finds = (query: string, ...names: string[]) => {
  const prefixes = prefixesOf(...names)
  return searchedPrefixes(query).every((spellings) => spellings.some((each) => prefixes.includes(each)))
}

describe('words of names', () => {
  it.each([
    ['ada', 'Ada', 'Lovelace'],
    ['love ada', 'Ada', 'Lovelace'],
    ['LOVELACE', 'Ada', 'Lovelace'],
    ['muller', 'Jürgen', 'Müller'],
    ['mueller', 'Jürgen', 'Müller'],
    ['Müller', 'Jürgen', 'Mueller'],
    ['mu\u0308ller', 'Jürgen', 'Müller'],
    ['strauss', 'Anna', 'Strauß'],
    ['Strauß', 'Anna', 'STRAUSS'],
    ['zoe', 'Zoë', 'Łukasz'],
    ['lukasz', 'Zoë', 'Łukasz'],
    ['soren moller', 'Søren', 'Møller'],
    ['moeller', 'Søren', 'Møller'],
    ['obrien', 'Pat', 'O’Brien'],
    ["o'brien", 'Pat', 'O’Brien'],
    ['smith', 'Jo', 'Jones-Smith'],
    ['schwarzenegger', 'Arnold', 'Schwarzenegger'],
    ['li', 'Bo', 'Li'],
    ['田中', '太郎', '田中'],
    ['やまだ', 'ハナコ', 'ヤマダ'],
    ['はなこ', 'ﾊﾅｺ', '山田'],
    ['林', '太郎', '林'],
    ['احمد', 'أَحْمَد', 'علي'],
    ['فاطمه', 'فاطمة', 'علي'],
    ['김', '철수', '김'],
  ])('%s finds %s %s', (query, ...names) => {
    expect(finds(query, ...names)).toBe(true)
  })

  it.each([
    ['ad', 'Ada', 'Lovelace'],
    ['lace', 'Ada', 'Lovelace'],
    ['ada byron', 'Ada', 'Lovelace'],
    ['lin', 'Bo', 'Li'],
  ])('%s does not find %s %s', (query, ...names) => {
    expect(finds(query, ...names)).toBe(false)
  })

  it('are at most 48 prefixes of at most 8 letters', () => {
    const long = prefixesOf(Array.from({ length: 40 }, (_, index) => `name${index}`).join(' '), 'x'.repeat(400))
    expect(long).toHaveLength(48)
    expect(prefixesOf('', ' -’', 'Anastasiaandmore').map(({ length }) => length)).toEqual([3, 4, 5, 6, 7, 8])
  })

  it('have other hashes in another event', async () => {
    const [one, other] = [await tokensWith('one')(['ada', 'ada']), await tokensWith('other')(['ada'])]
    expect(one[0]).toMatch(/^[0-9a-f]{10}$/)
    expect(one[1]).toBe(one[0])
    expect(other[0]).not.toBe(one[0])
  })
})
