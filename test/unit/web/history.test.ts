import { describe, expect, it } from 'vitest'
import type { ChangeAnswer } from '../../../web/shared/answers.ts'
import { groupsOf, withoutEchoes } from '../../../web/console/screens/change-groups.ts'
import { proofOf, sentenceOf } from '../../../web/console/screens/change-sentences.ts'
import { deedOf, latestOf } from '../../../web/console/screens/change-words.ts'
import { historyWords } from '../../../web/console/words/en/history.ts'
import { LOGGED } from '../../../src/db/change-fields.ts'

const ALL = ['id', 'firstName', 'lastName', 'email', 'status', 'ticket', 'orderId', 'qrCode', 'source', 'createdAt']

const change = (seq: number, fields: string[], rest: object = {}) =>
  ({
    seq,
    object: 'guest',
    op: 'upsert',
    id: 'gst_1',
    fields,
    current: { firstName: 'Grace', status: 'CANCELLED' },
    ...rest,
  }) as unknown as ChangeAnswer

const deedsOf = (changes: ChangeAnswer[]) => changes.map((each) => deedOf(each, latestOf(changes)))

it('deedOf names the new status for the latest status change only', () => {
  expect(deedsOf([change(3, ['status', 'cancelledAt']), change(2, ['status', 'updatedAt']), change(1, ALL)])).toEqual([
    'Cancelled',
    'Changed: status',
    'Registered',
  ])
})

it('deedOf shows an invitation as invited and lists the names of corrected fields, not their values', () => {
  expect(deedsOf([change(1, ALL, { current: { firstName: '', status: 'INVITED' } })])).toEqual(['Invited'])
  expect(deedsOf([change(2, ['firstName', 'lastName', 'email']), change(1, ALL)])[0]).toBe('Changed: name, email')
})

it('deedOf shows paid orders, refunds and deleted guests', () => {
  const order = { object: 'order', id: 'ord_1', current: { number: 'A1', status: 'PAID' } }
  const refund = { object: 'refund', id: 'rfd_1', current: { amount: 4_800, status: 'SUCCEEDED' } }
  expect(deedsOf([change(3, ['orderId', 'amount', 'status'], refund), change(2, ['status'], order)])).toEqual([
    'Refunded',
    'Paid',
  ])
  expect(deedsOf([change(1, [], { op: 'delete', current: null })])).toEqual(['A guest was deleted'])
})

/** Fields that no update changes, or that `deedOf` never lists. */
const UNLISTED = ['createdAt', 'updatedAt', 'amount', 'guestIds', 'reason', 'number', 'source', 'trigger']
/** Fields of complete jobs, which never change. */
const OF_JOBS = ['counts', 'rowCount', 'digest', 'isVerified']

/** Fields of changes that no trigger writes: `event-calendar people move` does. */
const WRITTEN_BY_COMMAND = ['memberAddress']

it('historyWords names every field that an update can change', () => {
  const logged = LOGGED.filter(({ objects }) => !objects.includes('checkin') && !objects.includes('scan'))
  const updated = logged
    .flatMap((each) => Object.values(each.fields))
    .filter((name) => ![...UNLISTED, ...OF_JOBS].includes(name))
  const fields = new Set([...updated, ...WRITTEN_BY_COMMAND])
  expect([...fields].toSorted()).toEqual(Object.keys(historyWords().fields).toSorted())
})

describe('history of imports, archives and restores', () => {
  const job = (kind: string, current: object) => {
    const of = { counts: null, rowCount: 1_200, digest: 'ab'.repeat(32), isVerified: null, source: null }
    const made = change(1, ['kind', 'digest', 'createdAt'], { object: 'job', current: { kind, ...of, ...current } })
    const said: unknown[] = [sentenceOf([made], new Set(), { who: 'Ada', what: 'it' })]
    const text = said.flat(9).join('')
    return [text, proofOf(made)]
  }
  const digest = `SHA-256 ${Array.from({ length: 4 }, () => 'ab'.repeat(8)).join(' ')}`

  it('sentenceOf names the source and the counts of an import', () => {
    const counts = { new: 3, changed: 1, same: 9, skipped: 1, refused: 2 }
    expect(job('IMPORT', { source: 'EVENTBRITE', counts, rowCount: null })).toEqual([
      'Ada imported from Eventbrite. New: 3, changed: 1, left out: 3',
      null,
    ])
  })

  it('proofOf returns the digest, and says if a restored archive is not verified', () => {
    expect(job('ARCHIVE', {})).toEqual(['Ada created an archive. Rows: 1,200', digest])
    const from = { source: 'https://old.test', isVerified: true }
    const sentence = 'Ada restored the calendar from https://old.test. Rows: 1,200'
    expect(job('RESTORE', from)).toEqual([sentence, digest])
    const unsigned = 'Not verified: someone changed the archive, or its key was missing.'
    expect(job('RESTORE', { ...from, isVerified: false })).toEqual([sentence, `${unsigned} ${digest}`])
  })
})

describe('history at the door', () => {
  const scan = (seq: number, guestId: string, rest: object = {}, actor = 'dps_1') =>
    change(seq, ['guestId', 'checkedInAt'], {
      object: 'scan',
      id: `chk_${seq}`,
      at: `at ${seq}`,
      eventId: 'evt_1',
      actor: { type: 'pass', id: actor, via: null },
      current: { guestId, guestName: guestId, checkpointName: 'Sauna', direction: 'IN', ...rest },
    })

  it('deedOf names the checkpoint and the direction of a scan', () => {
    const forms = [
      {},
      { direction: 'OUT' },
      { direction: null },
      { checkpointName: null },
      { checkpointName: null, direction: 'OUT' },
    ]
    expect(deedsOf(forms.map((form, seq) => scan(seq, 'gst_1', form)))).toEqual([
      'Entered Sauna',
      'Left Sauna',
      'Scanned at Sauna',
      'Came back',
      'Left',
    ])
    expect(deedsOf([scan(1, 'gst_1', {}), { ...scan(2, 'gst_1'), op: 'delete', current: null }])).toEqual([
      'Entered Sauna',
      'Scan undone',
    ])
  })

  it('groupsOf joins consecutive scans of one door pass at one checkpoint', () => {
    const rows = [
      scan(5, 'gst_5'),
      scan(4, 'gst_4'),
      scan(3, 'gst_3', { direction: 'OUT' }),
      scan(2, 'gst_2', {}, 'key_1'),
    ]
    const groups = groupsOf(rows, (each) => deedOf(each, new Set()))
    expect(groups.map((group) => group.map(({ seq }) => seq))).toEqual([[5, 4], [3], [2]])
    const actor = { type: 'user', id: 'usr_1' }
    const guests = [change(2, ['firstName'], { actor }), change(1, ['firstName'], { actor })]
    expect(groupsOf(guests, () => 'Changed').length).toBe(2)
  })

  it('groupsOf joins registrations and check-ins that alternate within 30 minutes', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 10, minute)).toISOString()
    const guest = (seq: number, minute: number, eventId = 'evt_1') =>
      change(seq, ['status', 'createdAt'], { at: at(minute), eventId, actor: { type: 'guest', id: null, via: null } })
    const rows = [
      guest(9, 50),
      { ...scan(8, 'gst_1'), at: at(45) },
      guest(7, 40),
      guest(6, 40, 'evt_2'),
      { ...scan(5, 'gst_2'), at: at(39) },
      guest(4, 8),
    ]
    const groups = groupsOf(rows, (each) => deedOf(each, new Set()))
    expect(groups.map((group) => group.map(({ seq }) => seq))).toEqual([[9, 7], [8, 5], [6], [4]])
  })

  it('names a new series once, without each of its dates', () => {
    const [at, actor] = ['2026-11-23T10:00:00.000Z', { type: 'user', id: 'usr_1' }]
    const made = (seq: number, object: string) =>
      change(seq, ['title', 'createdAt'], { at, actor, object, id: `${seq}` })
    const rows = [made(3, 'event'), made(2, 'event'), made(1, 'series')]
    expect(withoutEchoes(rows).map(({ seq }) => seq)).toEqual([1])
    const later = rows.slice(0, 2)
    expect(groupsOf(withoutEchoes(later), (each) => deedOf(each, new Set())).length).toBe(1)
  })

  it('withoutEchoes removes changes of a guest that a check-in or scan made', () => {
    const [at, actor] = ['at 2', { type: 'pass', id: 'dps_1' }]
    const rows = [
      change(4, ['updatedAt'], { at, actor }),
      change(3, ['status', 'checkedInAt', 'updatedAt'], { at, actor }),
      scan(2, 'gst_1'),
      change(1, ['status', 'updatedAt'], { at: 'at 1', actor }),
    ]
    expect(withoutEchoes(rows).map(({ seq }) => seq)).toEqual([2, 1])
  })
})
