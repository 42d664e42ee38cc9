import * as z from 'zod'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sayFault } from '../../../src/operation/faults.ts'
import type { ConsoleWords } from '../../../web/console/words/console-words.ts'
import { fieldSentence, type ErrorsWords } from '../../../web/console/words/errors.ts'
import { speak } from '../../../web/console/words/loaded.ts'

/** Answers each field error with its name and the amount. */
const fields = new Proxy({} as ErrorsWords['fields'], {
  get: (_, name) => (amount: string, second: string) => [String(name), amount, second].join(' ').trim(),
})

beforeEach(() => speak('de', { errors: { refusals: {}, fields } } as unknown as ConsoleWords))
afterEach(() => speak('en', null))

const messageFor = (schema: z.ZodType, value: unknown) =>
  z.object({ field: schema }).safeParse({ field: value }, { error: sayFault }).error?.issues[0]?.message ?? ''

describe('fieldSentence', () => {
  it.each([
    ['required', z.string(), undefined],
    ['empty', z.string().min(1), ''],
    ['empty', z.array(z.string()).min(1), []],
    ['tooShort 3', z.string().min(3), 'ab'],
    ['tooLong 80', z.string().max(80), 'a'.repeat(81)],
    ['tooFew 2', z.array(z.string()).min(2), ['a']],
    ['tooMany 1', z.array(z.string()).max(1), ['a', 'b']],
    ['tooSmall 0', z.number().min(0), -1],
    ['tooBig 100', z.number().max(100), 101],
    ['notMore 0', z.number().positive(), 0],
    ['notLess 0', z.number().negative(), 0],
    ['multiple 5', z.number().multipleOf(5), 3],
    ['email', z.email(), 'ana'],
    ['url', z.url(), 'example'],
    ['number', z.number(), 'three'],
    ['number', z.int(), 1.5],
    ['date', z.iso.date(), 'today'],
    ['date', z.iso.datetime(), 'now'],
    ['date', z.iso.time(), 'noon'],
    ['invalid', z.string().regex(/^a/), 'b'],
    ['invalid', z.union([z.string(), z.number()]), true],
  ] as const)('recognises the service’s sentence for %s', (sentence, schema, value) => {
    expect(fieldSentence(messageFor(schema, value))).toBe(sentence)
  })

  it.each([
    ['used', 'is already used by another ticket'],
    ['past', 'must be in the future'],
    ['past', 'must not be in the past'],
    ['notAfter', 'must be after startAt'],
    ['notBefore', 'must be before `to`'],
    ['fixed', 'can’t be changed for more than one date'],
    ['required', 'must be answered'],
    ['notOption', 'must be one of the options'],
    ['noEmailColumn', 'has no column with email addresses. Add a heading such as Email'],
    ['noTitleColumn', 'has no columns with a title and a start. Add headings such as Title and Start'],
    [
      'otherList Luma approval_status',
      "isn’t a guest list of Luma: it has no column 'approval_status'. If the product has",
    ],
    [
      'otherList Eventbrite Order #',
      "isn’t an attendee list of Eventbrite: it has no column 'Order #'. If the product",
    ],
    ['notPretix', 'isn’t pretix’s export “Order data (JSON)”: `event` is missing or has another form'],
    ['spreadsheet', 'is a spreadsheet or an archive. Save it as CSV and send that file'],
    ['tooManyLines 2000', 'has more than 2000 lines. Split it and import the parts one after the other'],
    ['tooManyLines 500', 'has more than 500 events. Split it and import the parts one after the other'],
    ['notJson', 'isn’t valid JSON'],
    ['tokenRejected', 'isn’t accepted by pretix. Create a new one in the team’s settings'],
    ['tokenForbidden', 'may not read this event. Give its team the permission to view orders'],
    ['noPretixEvent', 'isn’t an event of this organizer at pretix'],
    ['pretixBusy', 'has reached pretix’s rate limit. Try again in a minute'],
    ['pretixUnreachable', 'can’t be reached: timeout'],
    ['pretixUnreachable', 'returned status 500 for `items/?page=1`'],
    ['pretixUnreachable', 'isn’t pretix’s API: `next` in `items` is missing or has another form'],
    ['pretixTooLarge', 'has more than 40 pages of orders. Import its export file in parts'],
    ['pretixSeries', 'is required, because the event at pretix is a series'],
  ])('recognises a rule for %s', (sentence, message) => {
    expect(fieldSentence(message)).toBe(sentence)
  })

  it('returns null for other sentences and in English', () => {
    expect(fieldSentence('has no date on or after startAt')).toBeNull()
    speak('en', null)
    expect(fieldSentence('is required')).toBeNull()
  })
})
