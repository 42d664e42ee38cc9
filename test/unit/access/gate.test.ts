import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { demandsOn, refusePlan, refuseRole, refuseScope, refuseSubject } from '../../../src/access/gate.ts'
import type { Demands } from '../../../src/access/demands.ts'
import type { LoadedSubject } from '../../../src/access/subjects.store.ts'
import type { CalendarRow, EventRow } from '../../../src/db/rows.ts'
import { PLANS, ROLES } from '../../../src/kernel/vocabulary.ts'

const calendar = (fields: Partial<CalendarRow> = {}) =>
  ({ id: 'cal_1', visibility: 'PUBLIC', plan: 'PRO', suspendedAt: null, ...fields }) as CalendarRow
const event = (fields: Partial<EventRow>) =>
  ({ id: 'evt_1', visibility: 'PUBLIC', status: 'PUBLISHED', ...fields }) as EventRow
const demands = (fields: Partial<Demands> = {}): Demands => ({
  scope: null,
  role: null,
  plan: null,
  isDoorWork: false,
  ...fields,
})
const subject = (fields: Partial<LoadedSubject> = {}): LoadedSubject => ({
  calendar: calendar(),
  event: null,
  role: null,
  ...fields,
})

const key: Actor = {
  kind: 'key',
  keyId: 'key_1',
  name: 'test',
  mode: 'live',
  agentsMay: 'confirm',
  scopes: ['events:read'],
  calendar: calendar(),
}
const session = (isOperator = false): Actor => ({
  kind: 'session',
  userId: 'usr_1',
  isOperator,
  expiresAt: 0,
})
const pass: Actor = {
  kind: 'pass',
  passId: 'dps_1',
  label: 'Anna',
  gate: null,
  checkpointId: null,
  eventId: 'evt_1',
  expiresAt: 0,
}
const anonymous: Actor = { kind: 'anonymous' }

describe('refuseScope', () => {
  it.each([
    [key, 'events:read', undefined],
    [key, 'any', undefined],
    [key, null, undefined],
    [key, 'events:write', 'scope_missing'],
    [session(), 'events:write', undefined],
    [anonymous, 'events:write', undefined],
  ] as const)('actor %j and required scope %s: returns %s', (actor, scope, code) => {
    expect(refuseScope(actor, demands({ scope }))?.code).toBe(code)
  })

  it('accepts a door pass for door work only, whatever scope the operation requires', () => {
    expect(refuseScope(pass, demands({ scope: 'checkins:read', isDoorWork: true }))).toBeNull()
    for (const scope of ['checkins:read', 'any', null] as const)
      expect(refuseScope(pass, demands({ scope }))?.code).toBe('scope_missing')
  })
})

describe('refuseSubject', () => {
  it.each([
    ['a key', 'its own calendar', key, subject(), true],
    ['a key', 'another calendar', key, subject({ calendar: calendar({ id: 'cal_2' }) }), false],
    ['a key', 'a private event of its calendar', key, subject({ event: event({ visibility: 'PRIVATE' }) }), true],
    ['a pass', 'its event, though private', pass, subject({ event: event({ visibility: 'PRIVATE' }) }), true],
    ['a pass', 'another event of the calendar', pass, subject({ event: event({ id: 'evt_2' }) }), false],
    ['a pass', 'the calendar of its event', pass, subject(), false],
    ['a member', 'the calendar', session(), subject({ role: 'STAFF' }), true],
    ['a user who is not a member', 'the calendar', session(), subject(), false],
    ['an operator without membership', 'a calendar', session(true), subject(), false],
    ['anyone', 'a public calendar', anonymous, subject(), true],
    ['anyone', 'a private calendar', anonymous, subject({ calendar: calendar({ visibility: 'PRIVATE' }) }), false],
    ['anyone', 'a public event', anonymous, subject({ event: event({}) }), true],
    ['anyone', 'an unlisted event', anonymous, subject({ event: event({ visibility: 'UNLISTED' }) }), true],
    ['anyone', 'a cancelled event', anonymous, subject({ event: event({ status: 'CANCELLED' }) }), true],
    ['anyone', 'a private event', anonymous, subject({ event: event({ visibility: 'PRIVATE' }) }), false],
    ['anyone', 'a draft', anonymous, subject({ event: event({ status: 'DRAFT' }) }), false],
    ['anyone', 'nothing', anonymous, null, false],
  ] as const)('%s requests %s', (_who, _what, actor, loaded, isReached) => {
    expect(refuseSubject(actor, loaded, demands())?.code).toBe(isReached ? undefined : 'not_found')
  })

  it('lets an operator reach a calendar without being a member only if the operation requires OPERATOR', () => {
    expect(refuseSubject(session(true), subject(), demands({ role: 'OPERATOR' }))).toBeNull()
    expect(refuseSubject(session(false), subject(), demands({ role: 'OPERATOR' }))?.code).toBe('not_found')
  })
})

describe('refuseRole', () => {
  it.each(ROLES.flatMap((has) => ROLES.map((needs) => [has, needs] as const)))(
    'role %s where %s is required',
    (has, needs) => {
      const isEnough = ROLES.indexOf(has) >= ROLES.indexOf(needs)
      expect(refuseRole(session(), has, demands({ role: needs }))?.code).toBe(
        isEnough ? undefined : 'role_insufficient',
      )
    },
  )

  it('does not treat OWNER as OPERATOR, and accepts an operator without a membership', () => {
    expect(refuseRole(session(false), 'OWNER', demands({ role: 'OPERATOR' }))?.code).toBe('role_insufficient')
    expect(refuseRole(session(true), null, demands({ role: 'OPERATOR' }))).toBeNull()
  })
})

describe('plan checks', () => {
  it('demandsOn requires PRO for a door pass where a session needs no plan', () => {
    expect(demandsOn(pass, demands()).plan).toBe('PRO')
    expect(demandsOn(session(), demands()).plan).toBeNull()
  })

  it.each(PLANS.flatMap((has) => PLANS.map((needs) => [has, needs] as const)))(
    'refusePlan: plan %s where %s is required',
    (has, needs) => {
      const isEnough = PLANS.indexOf(has) >= PLANS.indexOf(needs)
      expect(refusePlan(calendar({ plan: has }), demands({ plan: needs }))?.code).toBe(
        isEnough ? undefined : 'plan_insufficient',
      )
    },
  )
})
