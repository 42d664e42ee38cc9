import { getTableColumns, getTableName } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { staleTriggers } from '../../../scripts/changes/stale-triggers.ts'
import { changeTriggers } from '../../../src/db/change-triggers.ts'
import { fieldsOf, LOGGED } from '../../../src/db/change-fields.ts'
import { CHANGE_OBJECTS } from '../../../src/kernel/vocabulary.ts'

const named = LOGGED.map((logged) => ({ ...logged, name: getTableName(logged.table) }))

describe('change log', () => {
  it.each(named)('maps every column of $name to an API field or marks it as silent', (logged) => {
    const { table, fields, silent } = logged
    const columns = Object.values(getTableColumns(table)).map(({ name }) => name)
    expect([...Object.keys(fields), ...silent].toSorted(), 'src/db/change-fields.ts').toEqual(columns.toSorted())
  })

  it('has exactly one table for each object type', () => {
    expect(LOGGED.flatMap(({ objects }) => objects).toSorted()).toEqual([...CHANGE_OBJECTS].toSorted())
    for (const object of CHANGE_OBJECTS) expect(fieldsOf(object)).not.toEqual([])
  })

  it('has the same triggers as the migrations (node scripts/change-triggers.ts >> migrations/NNNN_<word>.sql)', () => {
    expect(staleTriggers()).toEqual([])
  })

  it('staleTriggers creates new triggers, recreates changed ones and drops obsolete ones', () => {
    const written = changeTriggers.map(({ sql }) => sql)
    const [first = '', second = ''] = written
    const before = [
      ...written.slice(2),
      second.replace('coalesce', 'ifnull'),
      first.replace(/`changes_\w+`/, '`changes_of_old`'),
    ]
    const migration = before.join('\n--> statement-breakpoint\n')
    const stale = staleTriggers([migration])
    expect(stale).toEqual(['DROP TRIGGER `changes_of_old`;', first, expect.stringMatching(/^DROP TRIGGER/), second])
    expect(staleTriggers([migration, stale.join('\n--> statement-breakpoint\n')])).toEqual([])
  })
})
