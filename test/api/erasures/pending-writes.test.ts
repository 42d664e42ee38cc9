import { describe, expect, it } from 'vitest'
import { setColumns } from '../../support/database.ts'
import { operatorToken } from '../../support/identity.ts'
import { ask, closedWays } from '../../support/routes.ts'
import { credentialsOf, newWorld } from '../../support/worlds.ts'
import { DAY } from '../../support/erasures.ts'

describe('a calendar that waits for its erasure', () => {
  it('refuses every write with 409 erasure_pending, except erasures and refunds', async () => {
    const world = await newWorld()
    const credentials = await credentialsOf(world)
    const token = await operatorToken()
    for (const way of closedWays.filter(({ operation }) => operation.subject !== 'none')) {
      const { operation, route } = way
      const asked = operation.access?.role === 'OPERATOR' ? { token } : credentials[route.surface as 'v1' | 'dashboard']
      // Set before each call, because one of the calls cancels the erasure.
      await setColumns('calendars', world.calendar.id, { erase_at: Date.now() + 30 * DAY })
      const { status, body } = await ask(way, world, asked)
      const isRefused = status === 409 && body?.code === 'erasure_pending'
      const isWrite = route.method !== 'GET' && operation.goesOn !== true
      expect(isRefused, `${way.line} ${operation.id} ${status} ${body?.code}`).toBe(isWrite)
    }
  })
})
