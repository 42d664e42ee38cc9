import { expect, it } from 'vitest'
import { hasLongWord, titleSizeOf } from '../../../src/presentation/title.ts'

it.each([
  ['Petit-déjeuner entre voisins', 'title-s'],
  ['Nachbarschaftsfrühstück', 'title-m'],
  ['Donaudampfschifffahrtsgesellschaft', 'title-l'],
  ['朗読の夜：冬の物語', 'title-s'],
  ['Saisonabschluss mit dem Philharmonischen Orchester', 'title-m'],
  ['An evening of reading aloud: winter stories for those who cannot fall asleep at all', 'title-l'],
])('titleSizeOf(%j) returns %s', (title, size) => {
  expect(titleSizeOf(title)).toBe(size)
})

it('hasLongWord finds words too long for a line on a phone', () => {
  const titles = ['Offene Mitgliederversammlung', 'Petit-déjeuner entre voisins', '公開総会']
  expect(titles.map((title) => hasLongWord(title))).toEqual([true, false, false])
})

it('hasLongWord with a limit of 14 for emails finds shorter words and breaks at hyphens', () => {
  const titles = [
    'Nachbarschaftsfrühstück',
    'Mitgliederabend',
    'Sommerkonzerte',
    'Berlin-Brandenburg',
    '朗読の夜：冬の物語と音楽',
  ]
  expect(titles.map((title) => hasLongWord(title, 14))).toEqual([true, true, false, false, false])
})
