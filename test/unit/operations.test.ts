import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gatherOperations, LIST, listOf } from '../../scripts/operations/gather.ts'

const listFor = (files: Record<string, string>) =>
  listOf(new Map(Object.entries(files)))
    .split('\n')
    .slice(1, -1)

describe('the list of operations', () => {
  it('names what a file exports as an operation, whatever else is in it, in the order of the files', () => {
    expect(
      listFor({
        'src/modules/tickets/sell.ts': 'const price = 1\nexport const sellTicket = operation({\n',
        'src/modules/events/read.ts':
          'export const readEvent = operation({\n})\nexport const toEvent = (row) => row\nexport const archiveEvent = operation({',
        'src/modules/events/events.ts': 'export const eventOf = (id) => operation(id)',
      }),
    ).toEqual([
      "export { archiveEvent, readEvent } from './modules/events/read.ts'",
      "export { sellTicket } from './modules/tickets/sell.ts'",
    ])
  })

  it('takes a list that a factory makes by its name', () => {
    expect(listFor({ 'src/modules/hooks/all.ts': 'export const hookOperations = [A, B].map(make)' })).toEqual([
      "export { hookOperations } from './modules/hooks/all.ts'",
    ])
  })

  it('refuses an operation that nobody can call, and two of one name', () => {
    expect(() => listFor({ 'src/modules/a/a.ts': 'const readA = operation({' })).toThrow(
      'src/modules/a/a.ts: readA is an operation that nobody can call; export it',
    )
    const text = 'export const read = operation({'
    expect(() => listFor({ 'src/modules/a/a.ts': text, 'src/modules/b/b.ts': text })).toThrow(
      'src/modules/a/a.ts and src/modules/b/b.ts both declare read',
    )
  })

  it('is written for the files as they are', () => {
    expect(readFileSync(LIST, 'utf8')).toBe(gatherOperations('.'))
  })
})
