import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASKED_OF, questionsAsked, type Conditional } from '../../../src/kernel/questions.ts'

const answers = (given: Record<string, string[]>) => new Map(Object.entries(given))
const idsOf = (questions: readonly Conditional[]) => questions.map(({ id }) => id)
const all = { of: ASKED_OF, tickets: [], answered: answers({}) }

describe('questionsAsked', () => {
  const meal: Conditional = { id: 'meal' }
  const allergy: Conditional = { id: 'allergy', showIf: { questionId: 'meal', anyOf: ['Vegan', 'Fish'] } }
  const which: Conditional = { id: 'which', showIf: { questionId: 'allergy', anyOf: ['true'] } }

  it.each([
    ['no answer', {}, ['meal']],
    ['an answer that is not listed', { meal: ['Meat'] }, ['meal']],
    ['a listed answer', { meal: ['Vegan'] }, ['meal', 'allergy']],
    ['one listed choice among several', { meal: ['Meat', 'Fish'] }, ['meal', 'allergy']],
    ['a chain of conditions', { meal: ['Fish'], allergy: ['true'] }, ['meal', 'allergy', 'which']],
    ['an answer to a hidden question', { meal: ['Meat'], allergy: ['true'] }, ['meal']],
  ])('follows showIf with %s', (_name, given, asked) => {
    expect(idsOf(questionsAsked([meal, allergy, which], { ...all, answered: answers(given) }))).toEqual(asked)
  })

  it('filters by ticket id or ticket key', () => {
    const questions: Conditional[] = [
      meal,
      { id: 'size', ticketIds: ['vip', 'tkt_1'] },
      { id: 'free', ticketIds: null },
    ]
    const askedOf = (...tickets: string[]) => idsOf(questionsAsked(questions, { ...all, tickets }))
    expect(askedOf('tkt_1')).toEqual(['meal', 'size', 'free'])
    expect(askedOf('tkt_2', 'vip')).toEqual(['meal', 'size', 'free'])
    expect(askedOf('tkt_2')).toEqual(['meal', 'free'])
    expect(askedOf()).toEqual(['meal', 'free'])
  })

  it('separates buyer from attendee questions, and lets the buyer’s answers show attendee questions', () => {
    const questions: Conditional[] = [
      { id: 'company', askOf: 'BUYER' },
      { id: 'badge', askOf: 'ATTENDEE', showIf: { questionId: 'company', anyOf: ['true'] } },
      { id: 'shirt' },
    ]
    const asked = (of: 'BUYER' | 'ATTENDEE', known: Record<string, string[]>) =>
      idsOf(questionsAsked(questions, { ...all, of: [of], known: answers(known) }))
    expect(asked('BUYER', {})).toEqual(['company'])
    expect(asked('ATTENDEE', {})).toEqual(['shirt'])
    expect(asked('ATTENDEE', { company: ['true'] })).toEqual(['badge', 'shirt'])
  })

  it('asks a conditional question if and only if its parent is visible and has one of the listed answers', () => {
    const some = fc.array(
      fc.record({ on: fc.option(fc.nat(6), { nil: null }), any: fc.subarray(['a', 'b']), of: fc.subarray(['a', 'b']) }),
      { maxLength: 7 },
    )
    fc.assert(
      fc.property(some, (drawn) => {
        const questions = drawn.map(({ on, any }, index): Conditional => ({
          id: `q${index}`,
          showIf: on === null || on >= index ? null : { questionId: `q${on}`, anyOf: any },
        }))
        const answered = new Map(drawn.map(({ of }, index) => [`q${index}`, of]))
        const asked = idsOf(questionsAsked(questions, { ...all, answered }))
        for (const { id, showIf } of questions) {
          const met =
            !showIf ||
            (asked.includes(showIf.questionId) &&
              showIf.anyOf.some((choice) => answered.get(showIf.questionId)?.includes(choice) === true))
          expect(asked.includes(id)).toBe(met)
        }
      }),
    )
  })
})
