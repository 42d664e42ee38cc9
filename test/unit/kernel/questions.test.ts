import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASKED_OF, questionsAsked, type Conditional } from '../../../src/kernel/questions.ts'

const answers = (given: Record<string, string[]>) => new Map(Object.entries(given))
const idsOf = (questions: readonly Conditional[]) => questions.map(({ id }) => id)
const all = { of: ASKED_OF, tickets: [], answered: answers({}) }

describe('the questions that somebody is asked', () => {
  const meal: Conditional = { id: 'meal' }
  const allergy: Conditional = { id: 'allergy', showIf: { questionId: 'meal', anyOf: ['Vegan', 'Fish'] } }
  const which: Conditional = { id: 'which', showIf: { questionId: 'allergy', anyOf: ['true'] } }

  it.each([
    ['no answer', {}, ['meal']],
    ['another answer', { meal: ['Meat'] }, ['meal']],
    ['one of the answers', { meal: ['Vegan'] }, ['meal', 'allergy']],
    ['one among several choices', { meal: ['Meat', 'Fish'] }, ['meal', 'allergy']],
    ['a chain of answers', { meal: ['Fish'], allergy: ['true'] }, ['meal', 'allergy', 'which']],
    ['an answer to what is not asked', { meal: ['Meat'], allergy: ['true'] }, ['meal']],
  ])('with %s', (_name, given, asked) => {
    expect(idsOf(questionsAsked([meal, allergy, which], { ...all, answered: answers(given) }))).toEqual(asked)
  })

  it('depend on the ticket, by its id or its key', () => {
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

  it('are the buyer’s or those of everybody who comes along, who may depend on what the buyer said', () => {
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

  it('hang together: whatever is asked, what it depends on is asked and answered so', () => {
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
