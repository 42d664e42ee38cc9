import { expect, it } from 'vitest'
import { guestLetters } from '../../../src/modules/mails/guest-letters.ts'
import { eventLetters, otherLetters } from '../../../src/modules/mails/other-letters.ts'
import { guestSheetWords } from '../../../web/console/words/en/guest-sheet.ts'

const NOT_TO_GUESTS = [
  'series-held-up',
  'export-ready',
  'export-paused',
  'member-invitation',
  'erasure-requested',
  'erasure-soon',
  'account-changed',
  'account-restricted',
  'dispute',
]

it('the guest sheet has a name for every kind of email to guests', () => {
  const kinds = [...Object.keys({ ...guestLetters, ...eventLetters, ...otherLetters }), 'party']
  expect(Object.keys(guestSheetWords().mails.kinds).toSorted()).toEqual(
    kinds.filter((kind) => !NOT_TO_GUESTS.includes(kind)).toSorted(),
  )
})
