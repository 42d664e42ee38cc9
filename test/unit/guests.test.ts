import { describe, expect, it } from 'vitest'
import type { RegistrationQuestion } from '../../src/db/rows.ts'
import { ALONE, checkAnswers } from '../../src/modules/guests/registration/answers.ts'
import { sortAddresses } from '../../src/modules/guests/moderation/invite-guests.ts'
import { htmlOf } from '../../src/modules/mails/layout.tsx'
import { plainText } from '../../src/modules/mails/letter.ts'
import { retryAfter } from '../../src/modules/mails/send-mails.ts'
import { languageOf } from '../../src/words/words.ts'
import { foldForSearch, splitName } from '../../src/kernel/person-name.ts'

describe('checkAnswers', () => {
  const question = (
    type: RegistrationQuestion['type'],
    options: string[] = [],
    required = false,
  ): RegistrationQuestion => ({
    id: 'qst',
    label: 'Q',
    type,
    required,
    options,
  })
  it.each([
    [question('NUMBER'), '12.5', true],
    [question('NUMBER'), 12.5, true],
    [question('NUMBER'), '12,5', false],
    [question('EMAIL'), 'a@b.c', true],
    [question('EMAIL'), 'a@b', false],
    [question('PHONE'), '+33 (0)4 78-00', true],
    [question('PHONE'), 'call me', false],
    [question('URL'), 'https://x.test/a', true],
    [question('URL'), 'javascript:alert(1)', false],
    [question('DATE'), '2027-02-28', true],
    [question('DATE'), '2027-13-01', false],
    [question('SELECT', ['a']), 'a', true],
    [question('SELECT', ['a']), 'A', false],
    [question('SELECT', ['a']), ['a'], false],
    [question('MULTISELECT', ['a', 'b']), ['b', 'a'], true],
    [question('MULTISELECT', ['a', 'b']), ['b', 'c'], false],
    [question('CHECKBOX'), false, true],
    [question('CHECKBOX'), 'yes', false],
    [question('TEXT'), '', true],
  ])('question %j, answer %j: valid is %s', (asked, answer, fits) => {
    const { faults } = checkAnswers([asked], [{ questionId: 'qst', answer }], {
      isOwn: true,
      of: ALONE,
      tickets: [],
    })
    expect(faults.length === 0).toBe(fits)
  })

  it.each([
    ['TEXT', ' ', false],
    ['TEXT', 'x', true],
    ['CHECKBOX', false, false],
    ['CHECKBOX', true, true],
    ['MULTISELECT', [], false],
  ] as const)('required %s question, answer %j: accepted is %s', (type, answer, suffices) => {
    const given = [{ questionId: 'qst', answer: typeof answer === 'object' ? [] : answer }]
    const { faults } = checkAnswers([question(type, [], true)], given, { isOwn: true, of: ALONE, tickets: [] })
    expect(faults.length === 0).toBe(suffices)
  })
})

it.each([
  ['Grace Brewster Hopper', 'Grace Brewster', 'Hopper'],
  ['  Plato ', 'Plato', ''],
  [undefined, 'grace', ''],
])('splitName splits %j at its last space', (name, firstName, lastName) => {
  expect(splitName(name, 'grace@navy.test')).toEqual({ firstName, lastName })
})

it('foldForSearch removes case, accents and ligatures', () => {
  expect(foldForSearch('ZOË Ångström ﬁn')).toBe('zoe angstrom fin')
})

it('sortAddresses returns each address once, as a normalised email or as invalid', () => {
  expect(sortAddresses([' A@b.test', 'a@B.test', 'x', '', 'x'])).toEqual({
    emails: ['a@b.test'],
    invalid: ['x', '', 'x'],
  })
})

it('retryAfter retries an email after 1, 5, 30, 120 and 360 minutes, then gives up', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => retryAfter(attempts, 0))).toEqual([
    60_000,
    300_000,
    1_800_000,
    7_200_000,
    21_600_000,
    null,
  ])
})

it('htmlOf escapes every value, and plainText quotes each line of a message', async () => {
  const evil = `<a href="x">'&`
  const said = { subject: evil, preview: evil, heading: evil, paragraphs: [evil], markdown: evil, quote: evil }
  const picture = { contentId: evil, alt: evil, caption: evil }
  const link = { label: evil, url: evil }
  const calendar = { name: evil, url: null, contactEmail: null, imprintUrl: evil, privacyUrl: evil }
  const wear = { calendar, hue: 270, language: languageOf('en'), posterId: 'poster' }
  const pass = { title: `${evil}!`, when: evil, coverUrl: evil }
  const letter = {
    ...said,
    pass,
    facts: [[evil, evil] as [string, string]],
    picture,
    action: link,
    link,
    closing: evil,
  }
  const html = await htmlOf({ ...letter, footer: evil }, wear)
  expect(html).not.toContain('<a href="x">')
  expect(html.split('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')).toHaveLength(24)
  const text = plainText(
    { subject: 's', preview: 'p', heading: 'H', paragraphs: ['P'], quote: 'one\ntwo', footer: 'F' },
    wear,
  )
  expect(text).toBe('H\n=\n\nP\n\n> one\n> two\n\n--\nF\n')
})
