import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { addMember, newCalendar, newKey } from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'

it('GET /v1/me returns calendar, scopes, plan and mode to a key, whatever scopes it has', async () => {
  const calendar = await newCalendar({ name: 'Of the key' })
  const json = { name: 'Any', scopes: ['billing:write', 'guests:read'] }
  const made = await send(`POST /calendars/${calendar.slug}/api-keys`, { as: calendar.owner, json })
  const { id, key } = made.body.data
  const answer = await send('GET /v1/me', { key })
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({
    keyId: id,
    calendar: { id: calendar.id, slug: calendar.slug, name: 'Of the key', plan: 'PRO' },
    scopes: ['guests:read', 'billing:write'],
    plan: 'PRO',
    mode: 'live',
  })
  expect(Object.keys(answer.body.data).toSorted()).toEqual([
    'agentsMay',
    'app',
    'calendar',
    'keyId',
    'mode',
    'plan',
    'scopes',
  ])
})

it('GET /v1/me returns the plan ENTERPRISE', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar, ['guests:read'])
  await send(`PUT /calendars/${calendar.slug}/plan`, { token: await operatorToken(), json: { plan: 'ENTERPRISE' } })
  expect((await send('GET /v1/me', { key })).body.data).toMatchObject({
    plan: 'ENTERPRISE',
    calendar: { plan: 'ENTERPRISE' },
  })
})

it('GET /me returns only the user’s own calendars, with the user’s role in each', async () => {
  const own = await newCalendar({ owner: 'usr_me', plan: 'FREE' })
  const other = await newCalendar()
  await newCalendar()
  await addMember(other, 'usr_me', 'STAFF')
  const answer = await send('GET /me', { as: 'usr_me' })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    data: {
      userId: 'usr_me',
      name: null,
      email: null,
      locale: null,
      eraseAt: null,
      isOperator: false,
      calendars: [
        {
          id: own.id,
          slug: own.slug,
          name: expect.any(String),
          plan: 'FREE',
          role: 'OWNER',
          timezone: 'Europe/Paris',
          currency: 'EUR',
          eraseAt: null,
        },
        {
          id: other.id,
          slug: other.slug,
          name: expect.any(String),
          plan: 'PRO',
          role: 'STAFF',
          timezone: 'Europe/Paris',
          currency: 'EUR',
          eraseAt: null,
        },
      ],
    },
  })
})

it('GET /me returns an empty list to a user without calendars', async () => {
  expect((await send('GET /me', { as: 'usr_new' })).body.data).toEqual({
    userId: 'usr_new',
    name: null,
    email: null,
    locale: null,
    eraseAt: null,
    isOperator: false,
    calendars: [],
  })
})

describe('PATCH /me/account', () => {
  asks({ 'PATCH /me/account': { role: null } })
  const patch = (json: unknown, as = 'usr_language') => send('PATCH /me/account', { as, json })
  const localeIn = async (as = 'usr_language') => (await send('GET /me', { as })).body.data.locale

  it('sets the language of the workspace for one user, with and without calendars', async () => {
    expect((await patch({ locale: 'ja' })).body.data).toEqual({ locale: 'ja', eraseAt: null })
    await newCalendar({ owner: 'usr_language' })
    expect([await localeIn(), await localeIn('usr_other')]).toEqual(['ja', null])
    expect((await patch({ locale: 'pt' })).body.data.locale).toBe('pt')
    expect(await localeIn()).toBe('pt')
  })

  it('clears the choice with null', async () => {
    await patch({ locale: 'de' })
    expect((await patch({ locale: null })).body.data).toEqual({ locale: null, eraseAt: null })
    expect(await localeIn()).toBeNull()
  })

  it.each([{ locale: 'tlh' }, { locale: 'de-AT' }, { locale: 7 }, {}])('returns 400 for %j', async (json) => {
    const answer = await patch(json)
    expect([answer.status, answer.body.code, answer.body.errors[0]?.field]).toEqual([
      400,
      'validation_failed',
      'locale',
    ])
  })
})
