import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { linkTokenOf, personIdOf, type LinkPurpose } from '../../../src/access/derived.ts'
import { createVault } from '../../../src/kernel/vault.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, register } from '../../support/factories.ts'

const ELSEWHERE = createVault(btoa('the key of some other service!!!'))
const TRAVELLED_KEY = btoa('a link key that came from abroad')

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:write', 'events:write'])

const newGuest = async (within = calendar) => {
  const event = await newEvent(within)
  const { guest, manageUrl } = (await register(event)).body.data
  const calendarId = String((await rowOf('guests', guest.id))?.['calendar_id'])
  return { event, guest, calendarId, token: String(manageUrl).split('/').at(-1)! }
}

const earlierToken = async (purpose: LinkPurpose, guestId: string) =>
  `${guestId.replace('gst_', '')}.${await deps.vault.derive(purpose, guestId)}`

const readLink = async (token: string) => (await send(`GET /public/registrations/${token}`)).status
const unsubscribed = async (calendarId: string) => {
  const { results } = await env.DB.prepare('select email from unsubscribes where calendar_id = ?')
    .bind(calendarId)
    .all()
  return results.length
}

/** Gives the calendar a link key of its own, as a restore does. */
const giveLinkKey = async (calendarId: string) =>
  env.DB.prepare('update calendars set link_key_cipher = ? where id = ?')
    .bind(await deps.vault.seal(TRAVELLED_KEY), calendarId)
    .run()

describe('a manage link', () => {
  it('names the guest and the version, and is proved by the link key of the calendar', async () => {
    const { guest, calendarId, token } = await newGuest()
    const proof = await (await deps.vault.linkKeyOf(calendarId, null)).derive('manage', guest.id)
    expect(token).toBe(`2.${guest.id}.0.${proof}`)
    expect(await readLink(token)).toBe(200)
  })

  it('works in the form used before link keys existed', async () => {
    const { guest } = await newGuest()
    expect(await readLink(await earlierToken('manage', guest.id))).toBe(200)
  })

  it('is 404 if one character of the proof differs or the link key is another calendar’s', async () => {
    const { guest, token } = await newGuest()
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    const other = { id: 'cal_other', linkKeyCipher: null }
    const foreign = await linkTokenOf('manage', { id: guest.id, linkVersion: 0 }, other, deps)
    const statuses = await Promise.all([changed, foreign, `2.${guest.id}.0.`, `2.${guest.id}.0`].map(readLink))
    expect(statuses).toEqual([404, 404, 404, 404])
  })

  it('is 404 after the links were renewed, in either form', async () => {
    const { event, guest, token } = await newGuest()
    expect((await send(`POST /v1/events/${event.id}/guests/${guest.id}/renew-links`, { key })).status).toBe(200)
    expect(await readLink(token)).toBe(404)
    expect(await readLink(await earlierToken('manage', guest.id))).toBe(404)
  })

  it('of a calendar with its own link key works if another service issued it', async () => {
    const { guest, calendarId } = await newGuest(await newCalendar())
    await giveLinkKey(calendarId)
    const abroad = { id: calendarId, linkKeyCipher: await ELSEWHERE.seal(TRAVELLED_KEY) }
    const issued = await linkTokenOf('manage', { id: guest.id, linkVersion: 0 }, abroad, { vault: ELSEWHERE })
    const answer = await send(`GET /public/registrations/${issued}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data.manageUrl.endsWith(issued)).toBe(true)
    const unkeyed = await linkTokenOf(
      'manage',
      { id: guest.id, linkVersion: 0 },
      { id: calendarId, linkKeyCipher: null },
      { vault: ELSEWHERE },
    )
    expect(await readLink(unkeyed)).toBe(404)
  })
})

describe('an unsubscribe link', () => {
  it('works in the form used before link keys existed', async () => {
    const { guest, calendarId } = await newGuest(await newCalendar())
    const token = await earlierToken('unsubscribe', guest.id)
    expect((await send(`POST /public/unsubscribe/${token}`)).status).toBe(200)
    expect(await unsubscribed(calendarId)).toBe(1)
  })

  it('is 404 and unsubscribes no one if the proof is of another purpose', async () => {
    const { guest, calendarId, token } = await newGuest(await newCalendar())
    expect(token.startsWith(`2.${guest.id}.`)).toBe(true)
    expect((await send(`POST /public/unsubscribe/${token}`)).status).toBe(404)
    expect((await send(`GET /public/unsubscribe/${token}`)).status).toBe(404)
    expect(await unsubscribed(calendarId)).toBe(0)
  })
})

describe('the usr_ id of an address', () => {
  it('is derived by the link key in new calendars, and by DERIVATION_KEY in earlier ones', async () => {
    const of = { id: 'cal_1', linkKeyCipher: null }
    const [earlier, current] = await Promise.all(
      [false, true].map((personIdsByLinkKey) => personIdOf({ ...of, personIdsByLinkKey }, 'ada@guests.test', deps)),
    )
    expect(earlier).toBe(`usr_${await deps.vault.derive('user', 'cal_1:ada@guests.test')}`)
    expect(current).not.toBe(earlier)
    const { calendarId } = await newGuest()
    expect((await rowOf('calendars', calendarId))?.['person_ids_by_link_key']).toBe(1)
  })

  it('is the same at another service that has the calendar’s link key', async () => {
    const at = async (vault: typeof deps.vault) =>
      personIdOf(
        { id: 'cal_1', personIdsByLinkKey: false, linkKeyCipher: await vault.seal(TRAVELLED_KEY) },
        'ada@guests.test',
        { vault },
      )
    expect(await at(ELSEWHERE)).toBe(await at(deps.vault))
  })
})
