import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { pages } from '../../../src/pages/registry.ts'
import { registry } from '../../../src/registry.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { manageApi, newCalendar, newEvent, register, type Calendar } from '../../support/factories.ts'

const calendar: Calendar = await newCalendar()
const event = await newEvent(calendar)
const someone = () => `${crypto.randomUUID()}@guests.test`
const registered = async () => (await register(event)).body.data as { guest: { id: string }; manageUrl: string }
const show = async (manageUrl: string, language = 'en') => {
  const answer = await createApp(registry, deps, pages).request(
    new URL(new URL(manageUrl).pathname, 'https://calendar.test').href,
    { headers: { Accept: 'text/html', 'Accept-Language': language } },
  )
  return { status: answer.status, text: await answer.text() }
}

describe('page of a dead link', () => {
  it('is the same for a replaced, transferred, erased and invented link, and says where a new one was sent', async () => {
    const [moved, passed, erased] = [await registered(), await registered(), await registered()]
    const { guest, manageUrl } = moved
    const email = someone()
    await send(`PATCH ${manageApi(manageUrl)}/guests/${guest.id}`, { json: { email } })
    const to = { json: { recipientEmail: someone() } }
    await send(`POST ${manageApi(passed.manageUrl)}/guests/${passed.guest.id}/transfer`, to)
    await send(`POST /events/${event.id}/guests/${erased.guest.id}/erase`, { as: calendar.owner })
    const madeUp = await show('https://calendar.test/r/made-up')
    expect(madeUp.status).toBe(404)
    expect(madeUp.text).toContain('we sent the new link there')
    for (const each of [moved, passed, erased]) expect(await show(each.manageUrl)).toEqual(madeUp)
    expect((await show(manageUrl, 'de')).text).toContain('Dieser Link funktioniert nicht')
  })

  it('is not used for other pages', async () => {
    expect((await show('https://calendar.test/e/made-up')).text).toContain('Page not found')
  })
})
