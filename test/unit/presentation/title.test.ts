import { expect, it } from 'vitest'
import { hasLongWord, titleSizeOf } from '../../../src/presentation/title.ts'

it.each([
  ['Petit-déjeuner entre voisins', 'title-s'],
  ['Nachbarschaftsfrühstück', 'title-m'],
  ['Donaudampfschifffahrtsgesellschaft', 'title-l'],
  ['朗読の夜：冬の物語', 'title-s'],
  ['Saisonabschluss mit dem Philharmonischen Orchester', 'title-m'],
  ['An evening of reading aloud: winter stories for those who cannot fall asleep at all', 'title-l'],
])('%s is set so that a line holds its longest word: %s', (title, size) => {
  expect(titleSizeOf(title)).toBe(size)
})

it('a list sets a word smaller that a telephone could not hold in one line', () => {
  const titles = ['Offene Mitgliederversammlung', 'Petit-déjeuner entre voisins', '公開総会']
  expect(titles.map((title) => hasLongWord(title))).toEqual([true, false, false])
})

it('beside the poster of a mail less of a word has room, and a hyphen ends a line there too', () => {
  const titles = [
    'Nachbarschaftsfrühstück',
    'Mitgliederabend',
    'Sommerkonzerte',
    'Berlin-Brandenburg',
    '朗読の夜：冬の物語と音楽',
  ]
  expect(titles.map((title) => hasLongWord(title, 14))).toEqual([true, true, false, false, false])
})
