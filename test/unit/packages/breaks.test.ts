import { describe, expect, it } from 'vitest'
import { breaksBetween } from '../../../packages/generate/breaks.ts'
import type { FoldedDocument, Schema } from '../../../packages/generate/model.ts'

interface Given {
  body?: Schema
  answer?: Schema
  query?: { name: string; required: boolean; schema: Schema }[]
  codes?: string[]
  schemas?: Record<string, Schema>
}

/** Returns a folded document with one operation. */
const documentOf = ({ body, answer = {}, query = [], codes = [], schemas = {} }: Given = {}): FoldedDocument => {
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
  const described = {
    operationId: 'events.create',
    summary: 'Create an event',
    description: '',
    tags: ['events'] as [string],
    parameters: query.map((each) => ({ ...each, in: 'query' as const })),
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(body) } }),
    responses: { 200: json(answer) },
    'x-surfaces': ['v1' as const],
    'x-codes': codes,
  }
  return {
    info: { version: '1.0.0' },
    paths: { '/v1/events': { post: described } },
    tags: [],
    webhooks: {},
    components: { schemas },
  }
}

const event = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
const text: Schema = { type: 'string' }
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values })
const search = (required: boolean, name = 'q') => [{ name, required, schema: text }]

describe('breaksBetween', () => {
  it.each<[string, Given, Given, string]>([
    [
      'a returned field is gone',
      { answer: event({ id: text, title: text }) },
      { answer: event({ id: text }) },
      'answer.title is gone',
    ],
    [
      'a returned field can be missing',
      { answer: event({ id: text }) },
      { answer: event({ id: text }, []) },
      'answer.id can be missing',
    ],
    [
      'a returned field can be null',
      { answer: event({ id: text }) },
      { answer: event({ id: { type: ['string', 'null'] } }) },
      'answer.id also returns null',
    ],
    [
      'a returned value is new',
      { answer: oneOf('DRAFT') },
      { answer: oneOf('DRAFT', 'PUBLISHED') },
      'answer also returns "PUBLISHED"',
    ],
    ['an error code is new', { codes: ['not_found'] }, { codes: ['not_found', 'slug_taken'] }, 'new code slug_taken'],
    [
      'a field of the body is required',
      { body: event({ title: text }, []) },
      { body: event({ title: text }) },
      'body.title is required',
    ],
    [
      'a new field of the body is required',
      { body: event({}) },
      { body: event({ title: text }) },
      'body.title is required',
    ],
    ['a value is no longer taken', { body: oneOf('A', 'B') }, { body: oneOf('A') }, 'body doesn’t take "B"'],
    [
      'a type is no longer taken',
      { body: { type: 'number' } },
      { body: { type: 'integer' } },
      'body doesn’t take number',
    ],
    [
      'the body has fewer forms',
      { body: { anyOf: [text, oneOf('A')] } },
      { body: { anyOf: [text] } },
      'body has 1 fewer forms',
    ],
    [
      'the answer has more forms',
      { answer: { oneOf: [text] } },
      { answer: { oneOf: [text, oneOf('A')] } },
      'answer has 1 more forms',
    ],
    ['a parameter is required', { query: search(false) }, { query: search(true) }, 'q is required'],
    ['a new parameter is required', {}, { query: search(true) }, 'q is required'],
    ['a parameter is gone', { query: search(false) }, { query: search(false, 'search') }, 'q is gone'],
    [
      'a field of an item is gone',
      { answer: { type: 'array', items: event({ id: text }) } },
      { answer: { type: 'array', items: event({}) } },
      'answer[].id is gone',
    ],
  ])('names that %s', (_name, before, after, line) => {
    expect(breaksBetween(documentOf(before), documentOf(after))).toEqual([`events.create: ${line}`])
  })

  it('lists a removed operation', () => {
    expect(breaksBetween(documentOf(), { ...documentOf(), paths: {} })).toEqual(['events.create: is gone'])
  })

  it.each<[string, Given, Given]>([
    [
      'a field is added',
      { answer: event({ id: text }), body: event({}) },
      { answer: event({ id: text, title: text }), body: event({ title: text }, []) },
    ],
    ['a value is taken in addition', { body: oneOf('A') }, { body: oneOf('A', 'B') }],
    [
      'an open enumeration has more values',
      { answer: { type: 'string', 'x-extensible-enum': ['A'] } },
      { answer: { type: 'string', 'x-extensible-enum': ['A', 'B'] } },
    ],
    ['an error code is gone', { codes: ['slug_taken'] }, { codes: [] }],
    ['an optional parameter is added', {}, { query: search(false) }],
    ['a returned number is an integer', { answer: { type: 'number' } }, { answer: { type: 'integer' } }],
  ])('is empty if %s', (_name, before, after) => {
    expect(breaksBetween(documentOf(before), documentOf(after))).toEqual([])
  })

  it('follows components that contain themselves', () => {
    const node = (extra: Record<string, Schema>) => ({
      answer: { $ref: '#/components/schemas/Node' },
      schemas: { Node: event({ next: { $ref: '#/components/schemas/Node' }, ...extra }) },
    })
    expect(breaksBetween(documentOf(node({ id: text })), documentOf(node({})))).toEqual([
      'events.create: answer.id is gone',
    ])
  })
})
