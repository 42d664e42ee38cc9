import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf } from '../../support/database.ts'
import { newCalendar, newEvent, person, register } from '../../support/factories.ts'

const calendar = await newCalendar()
const MEAL = { key: 'meal', label: 'Meal', type: 'SELECT', options: ['Meat', 'Vegan'], required: true }
const NUTS = { label: 'Nuts?', type: 'CHECKBOX', showIf: { questionId: 'meal', anyOf: ['Vegan'] } }
const SIZE = { key: 'size', label: 'Size', type: 'TEXT', required: true, ticketIds: ['member'] }

const tickets = [{ name: 'Visitor' }, { name: 'Member', key: 'member' }]
const asking = (registrationQuestions: unknown[], more: object = {}) =>
  send('POST /events', {
    as: calendar.owner,
    json: {
      calendarSlug: calendar.slug,
      title: 'A dinner',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
      tickets,
      registrationQuestions,
      ...more,
    },
  })

describe('questions with conditions', () => {
  it('are created by key in one request and returned by id', async () => {
    const answer = await asking([{ ...MEAL, askOf: 'BUYER' }, NUTS, SIZE])
    expect(answer.status, answer.text).toBe(200)
    const {
      registrationQuestions: [meal, nuts, size],
      tickets: made,
    } = answer.body.data
    expect(meal).toMatchObject({ key: 'meal', askOf: 'BUYER', ticketIds: null, showIf: null })
    expect(nuts).toMatchObject({ key: null, askOf: 'ATTENDEE', showIf: { questionId: meal.id, anyOf: ['Vegan'] } })
    expect(size.ticketIds).toEqual([made[1].id])
    expect(made).toMatchObject([{ key: null }, { key: 'member' }])
    const open = await send(`GET /events/slug/${answer.body.data.slug}`)
    expect(open.body.data.registrationQuestions).toEqual(answer.body.data.registrationQuestions)
  })

  it('stay unchanged when sent back exactly as read, and point to the copied questions and tickets when the event is duplicated', async () => {
    const made = (await asking([MEAL, NUTS, SIZE, { label: 'Hat', type: 'TEXT', ticketIds: ['member'] }])).body.data
    const patched = await send(`PATCH /events/${made.id}`, {
      as: calendar.owner,
      json: { registrationQuestions: made.registrationQuestions },
    })
    expect(patched.status, patched.text).toBe(200)
    expect(patched.body.data.registrationQuestions).toEqual(made.registrationQuestions)
    const copy = (await send(`POST /events/${made.id}/duplicate`, { as: calendar.owner })).body.data
    const [meal, nuts, size] = copy.registrationQuestions
    expect(meal.id).not.toBe(made.registrationQuestions[0].id)
    expect(nuts.showIf.questionId).toBe(meal.id)
    expect(size.ticketIds).toEqual([copy.tickets[1].id])
  })

  it.each([
    ['on a later question', [{ ...NUTS, showIf: { questionId: 'meal', anyOf: ['Vegan'] } }, MEAL]],
    ['on itself', [{ ...MEAL, showIf: { questionId: 'meal', anyOf: ['Vegan'] } }]],
    ['on an unknown question', [{ ...NUTS, showIf: { questionId: 'drink', anyOf: ['Tea'] } }]],
    ['on an option that does not exist', [MEAL, { ...NUTS, showIf: { questionId: 'meal', anyOf: ['Fish'] } }]],
    ['of a BUYER question on an ATTENDEE question', [MEAL, { ...NUTS, askOf: 'BUYER' }]],
    [
      'at the end of a chain longer than five',
      [
        { key: 'q0', label: 'Q0', type: 'TEXT' },
        ...Array.from({ length: 6 }, (_, index) => ({
          key: `q${index + 1}`,
          label: `Q${index + 1}`,
          type: 'TEXT',
          showIf: { questionId: `q${index}`, anyOf: ['x'] },
        })),
      ],
    ],
  ])('return 422 question_condition_invalid for a condition %s', async (_name, questions) => {
    const answer = await asking(questions)
    expect([answer.status, answer.body.code]).toEqual([422, 'question_condition_invalid'])
    expect(answer.body.errors[0].field).toMatch(/^registrationQuestions\.\d\.showIf$/)
    const event = await newEvent(calendar)
    const patched = await send(`PATCH /events/${event.id}`, {
      as: calendar.owner,
      json: { registrationQuestions: questions },
    })
    expect([patched.status, patched.body.code]).toEqual([422, 'question_condition_invalid'])
    const template = { title: 'Weekly', registrationQuestions: questions }
    const rule = { startAt: '2031-05-02T18:00', durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY;COUNT=1' }
    const ofSeries = (line: string, json: object) => send(line, { as: calendar.owner, json })
    const made = await ofSeries('POST /series', { calendarSlug: calendar.slug, template, ...rule })
    expect([made.status, made.body.code]).toEqual([422, 'question_condition_invalid'])
    const plain = await ofSeries('POST /series', {
      calendarSlug: calendar.slug,
      template: { title: 'Weekly' },
      ...rule,
    })
    const changed = await ofSeries(`PATCH /series/${plain.body.data.id}`, { template })
    expect([changed.status, changed.body.code]).toEqual([422, 'question_condition_invalid'])
  })

  it.each([
    ['a duplicate label', [MEAL, { ...SIZE, label: 'Meal', ticketIds: null }], 'registrationQuestions.1.label'],
    ['a duplicate key', [MEAL, { ...SIZE, key: 'meal', ticketIds: null }], 'registrationQuestions.1.key'],
    ['an unknown ticket', [{ ...SIZE, ticketIds: ['vip'] }], 'registrationQuestions.0.ticketIds.0'],
  ])('return 400 for %s', async (_name, questions, field) => {
    const answer = await asking(questions)
    expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([400, 'validation_failed', field])
  })

  it('refer to tickets by keys that are unique per event and cannot be changed', async () => {
    const twice = await asking([], { tickets: [tickets[1], tickets[1]] })
    expect([twice.status, twice.body.errors]).toMatchObject([400, [{ field: 'tickets.1.key' }]])
    const event = await newEvent(calendar, {}, { key: 'a' })
    const taken = await send(`POST /events/${event.id}/tickets`, { as: calendar.owner, json: { name: 'B', key: 'a' } })
    expect([taken.status, taken.body.errors]).toMatchObject([400, [{ field: 'key' }]])
    const other = await send(`POST /events/${event.id}/tickets`, { as: calendar.owner, json: { name: 'B' } })
    const path = `PATCH /events/${event.id}/tickets/${other.body.data.id}`
    expect((await send(path, { as: calendar.owner, json: { key: 'a' } })).status).toBe(400)
    expect((await send(path, { as: calendar.owner, json: { key: 'b' } })).body.data.key).toBe('b')
    expect((await send(path, { as: calendar.owner, json: { key: 'c' } })).status).toBe(400)
  })
})

describe('answers of a registration', () => {
  const answer = (questionId: string, given: unknown) => ({ questionId, answer: given })

  it('are required only for questions that apply to the ticket and to the other answers', async () => {
    const event = (await asking([MEAL, NUTS, SIZE])).body.data
    const [meal, nuts, size] = event.registrationQuestions
    const [visitor, member] = event.tickets
    const ask = (ticketId: string, answers: unknown[]) => register(event, { ticketId, answers })

    expect((await ask(visitor.id, [answer(meal.id, 'Meat')])).status).toBe(200)
    const missing = await ask(member.id, [answer(meal.id, 'Meat')])
    expect([missing.status, missing.body.errors]).toMatchObject([400, [{ message: "'Size' must be answered" }]])
    const full = await ask(member.id, [answer(meal.id, 'Vegan'), answer(nuts.id, true), answer(size.id, 'M')])
    expect(full.body.data.guest.registrationAnswers).toEqual([
      { question: 'Meal', answer: 'Vegan' },
      { question: 'Nuts?', answer: 'true' },
      { question: 'Size', answer: 'M' },
    ])
  })

  it('are dropped silently for a question that does not apply, and return 422 question_not_asked to an API key', async () => {
    const event = (await asking([MEAL, NUTS, SIZE])).body.data
    const [meal, nuts, size] = event.registrationQuestions
    const [visitor] = event.tickets
    const ask = (answers: unknown[]) => register(event, { ticketId: visitor.id, answers })
    const add = (answers: unknown[]) =>
      send(`POST /events/${event.id}/guests`, {
        as: calendar.owner,
        json: { ...person(), ticketId: visitor.id, answers },
      })
    const stored: unknown[] = []
    for (const hidden of [answer(nuts.id, true), answer(size.id, 'M'), answer(size.id, 'no option')]) {
      const taken = await ask([answer(meal.id, 'Meat'), hidden])
      stored.push(taken.body.data.guest.registrationAnswers)
      const refused = await add([answer(meal.id, 'Meat'), hidden])
      expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
        422,
        'question_not_asked',
        [{ field: 'answers.1.questionId', message: 'doesn’t apply to this person' }],
      ])
    }
    expect(stored).toEqual([1, 2, 3].map(() => [{ question: 'Meal', answer: 'Meat' }]))
    expect(await guestsOf(event)).toHaveLength(3)
    // An unticked checkbox or an empty text field counts as no answer.
    const empty = await ask([answer(meal.id, 'Meat'), answer(nuts.id, false), answer(size.id, ' ')])
    expect(empty.body.data.guest.registrationAnswers).toEqual([{ question: 'Meal', answer: 'Meat' }])
  })

  it('are checked against the only ticket when the request names none', async () => {
    const event = (await asking([{ ...SIZE, ticketIds: ['only'] }], { tickets: [{ name: 'Only', key: 'only' }] })).body
      .data
    const [size] = event.registrationQuestions
    expect((await register(event, { answers: [] })).status).toBe(400)
    expect((await register(event, { answers: [answer(size.id, 'L')] })).status).toBe(200)
  })
})
