import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gatherOperations, LIST, listOf } from '../../scripts/operations/gather.ts'

const listFor = (files: Record<string, string>) =>
  listOf(new Map(Object.entries(files)))
    .split('\n')
    .slice(1, -1)

describe('generated operation list', () => {
  it('contains exported operations only, sorted by file and name', () => {
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

  it('contains the exported array of an operation factory by its name', () => {
    expect(listFor({ 'src/modules/hooks/all.ts': 'export const hookOperations = [A, B].map(make)' })).toEqual([
      "export { hookOperations } from './modules/hooks/all.ts'",
    ])
  })

  it('throws for an operation that is not exported and for a duplicate name', () => {
    expect(() => listFor({ 'src/modules/a/a.ts': 'const readA = operation({' })).toThrow(
      'src/modules/a/a.ts: readA is an operation that is not exported; export it',
    )
    const text = 'export const read = operation({'
    expect(() => listFor({ 'src/modules/a/a.ts': text, 'src/modules/b/b.ts': text })).toThrow(
      'src/modules/a/a.ts and src/modules/b/b.ts both declare read',
    )
  })

  it('is up to date with src/modules', () => {
    expect(readFileSync(LIST, 'utf8')).toBe(gatherOperations('.'))
  })
})
