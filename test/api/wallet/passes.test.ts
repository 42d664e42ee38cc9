import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Deps, OutboundAnswer } from '../../../src/deps.ts'
import { passTokenOf, wakeDevices } from '../../../src/modules/wallet/index.ts'
import { mails } from '../../../src/db/schema.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { fromBase64 } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { linkCalendarOf } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newKey, register } from '../../support/factories.ts'
import { PUBLIC_KEY } from '../../support/pass-authority.ts'

const PASSES = '/public/passes/v1'
const TYPE = 'pass.test.calendar'
const calendar = await newCalendar({ name: 'Harbour Nights' })
const { key } = await newKey(calendar, ['guests:write', 'events:write'])

const newTicketHolder = async (fields = {}) => {
  const event = await newEvent(calendar, {
    title: 'Jazz on the quay',
    locationType: 'HYBRID',
    locationVisibility: 'GUESTS_ONLY',
    location: {
      name: 'The cellar',
      address: 'Secret Lane 3',
      city: 'Lyon',
      country: 'FR',
      latitude: 45.7,
      longitude: 4.8,
    },
    meetingUrl: 'https://meet.guests.test/quay',
    ...fields,
  })
  const { guest, manageUrl } = (await register(event)).body.data
  const token = await passTokenOf({ id: guest.id, linkVersion: 0 }, await linkCalendarOf('events', event.id), deps)
  const headers = { Authorization: `ApplePass ${token}` }
  const device = `${PASSES}/devices/device-of-${guest.id}/registrations/${TYPE}`
  return { event, guest, manage: manageApi(manageUrl), headers, device }
}

/** Returns the files in an uncompressed ZIP by name. */
const filesIn = (zip: Uint8Array) => {
  const view = new DataView(zip.buffer, zip.byteOffset)
  const files: Record<string, string> = {}
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, length] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)]
    const start = at + 30 + length
    const text = (from: number, to: number) => new TextDecoder().decode(zip.subarray(from, to))
    files[text(at + 30, start)] = text(start, start + size)
    at = start + size
  }
  return files
}

const download = async (path: string, headers = {}, clock = deps.clock) => {
  const answer = await appWith({ clock }).request(`/api${path}`, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { answer, pass: answer.status === 200 ? JSON.parse(filesIn(bytes)['pass.json'] ?? '') : null }
}

describe('Apple Wallet pass', () => {
  it('contains guest, event, location and code, and must not be cached', async () => {
    const { event, guest, manage } = await newTicketHolder()
    const { answer, pass } = await download(`${manage}/pass.pkpass`)
    expect(answer.headers.get('Content-Type')).toBe('application/vnd.apple.pkpass')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: TYPE,
      teamIdentifier: 'TESTTEAM01',
      serialNumber: guest.id,
      organizationName: 'Harbour Nights',
      description: 'Jazz on the quay',
      relevantDate: '2031-05-02T18:00:00.000Z',
      expirationDate: '2031-05-03T19:00:00.000Z',
      voided: false,
      locations: [{ latitude: 45.7, longitude: 4.8 }],
      barcodes: [{ format: 'PKBarcodeFormatQR', message: guest.qrCode }],
      webServiceURL: 'http://127.0.0.1:8787/api/public/passes/',
    })
    const back = pass.eventTicket.backFields.map(({ value }: { value: string }) => value)
    expect(back).toContain('The cellar, Secret Lane 3, Lyon, FR')
    expect(back).toContain('https://meet.guests.test/quay')
    const { wallet } = (await send(`GET ${manage}`)).body.data
    expect(wallet).toEqual({
      appleUrl: `http://127.0.0.1:8787/api${manage}/pass.pkpass`,
      appleAllUrl: null,
      googleUrl: `http://127.0.0.1:8787/api${manage}/google-wallet`,
    })
    expect(event.id).toBe(pass.groupingIdentifier)
  })

  it.each([
    ['who waits for approval', 'PENDING'],
    ['who has cancelled', 'CANCELLED'],
  ])('returns 404 to a guest %s', async (_who, status) => {
    const { event, guest, manage } = await newTicketHolder()
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status } })
    for (const of of ['pass.pkpass', 'google-wallet']) expect((await send(`GET ${manage}/${of}`)).status).toBe(404)
    expect((await send(`GET ${manage}`)).body.data.wallet).toEqual({
      appleUrl: null,
      appleAllUrl: null,
      googleUrl: null,
    })
  })

  it('returns 404 if no wallet is configured', async () => {
    const { guest, manage, headers, device } = await newTicketHolder()
    const app = appWith({ wallets: { apple: null, google: null } })
    const paths = [`${manage}/pass.pkpass`, `${manage}/google-wallet`, device, `${PASSES}/passes/${TYPE}/${guest.id}`]
    for (const path of paths) expect((await app.request(`/api${path}`, { headers })).status, path).toBe(404)
    const shown = await (await app.request(`/api${manage}`)).json<{ data: { wallet: unknown } }>()
    expect(shown.data.wallet).toEqual({ appleUrl: null, appleAllUrl: null, googleUrl: null })
  })
})

describe('Apple Wallet web service', () => {
  it('registers a device only once, lists its changed passes and deletes the registration', async () => {
    const { event, guest, headers, device } = await newTicketHolder()
    const keep = () => send(`POST ${device}/${guest.id}`, { headers, json: { pushToken: 'c0ffee' } })
    expect([(await keep()).status, (await keep()).status]).toEqual([201, 200])
    const first = (await send(`GET ${device}`)).body
    expect(first).toEqual({ serialNumbers: [guest.id], lastUpdated: expect.stringMatching(/Z$/) })
    const since = `GET ${device}?passesUpdatedSince=${first.lastUpdated}`
    expect((await send(since)).status).toBe(204)
    await send(`PATCH /v1/events/${event.id}`, { key, json: { startAt: '2031-05-02T18:30:00Z' } })
    expect((await send(since)).body.serialNumbers).toEqual([guest.id])
    expect((await send(`DELETE ${device}/${guest.id}`, { headers })).status).toBe(200)
    expect((await send(`GET ${device}`)).status).toBe(404)
    const left = await env.DB.prepare('select * from pass_devices where guest_id = ?').bind(guest.id).all()
    expect(left.results).toEqual([])
  })

  it('accepts at most 100 log messages from a device', async () => {
    const complain = (logs: string[]) => send(`POST ${PASSES}/log`, { json: { logs } })
    expect((await complain(['The pass could not be fetched.'])).status).toBe(200)
    expect((await complain(Array.from({ length: 101 }, () => 'again'))).body.code).toBe('validation_failed')
  })

  it('returns 304 for an unchanged pass, but not if it changed twice within one second', async () => {
    const { event, guest, headers } = await newTicketHolder()
    const second = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000
    const moveAt = (at: number) =>
      env.DB.prepare('update events set start_at = start_at + 3600000, updated_at = ? where id = ?')
        .bind(second + at, event.id)
        .run()
    let known: string | null = null
    const readAt = async (at: number) => {
      const { answer, pass } = await download(
        `${PASSES}/passes/${TYPE}/${guest.id}`,
        { ...headers, ...(known !== null && { 'If-Modified-Since': known }) },
        () => second + at,
      )
      known = answer.headers.get('Last-Modified') ?? known
      return answer.status === 304 ? 304 : pass.relevantDate
    }
    await moveAt(200)
    expect(await readAt(300)).toBe('2031-05-02T19:00:00.000Z')
    await moveAt(800)
    expect(await readAt(900)).toBe('2031-05-02T20:00:00.000Z')
    await readAt(2_000)
    expect(await readAt(2_100)).toBe(304)
    await moveAt(2_200)
    expect(await readAt(2_300)).toBe('2031-05-02T21:00:00.000Z')
  })

  it('voids the pass and removes its code when the guest has cancelled', async () => {
    const { guest, manage, headers } = await newTicketHolder()
    await send(`POST ${manage}/cancel`)
    const { pass } = await download(`${PASSES}/passes/${TYPE}/${guest.id}`, headers)
    expect(pass).toMatchObject({ voided: true, barcodes: [] })
    expect(JSON.stringify(pass)).not.toMatch(/Secret Lane|meet\.guests|qr_/)
  })

  it.each([
    ['no token', () => ({})],
    ['the token of another pass', ({ other }: { other: Record<string, string> }) => other],
    ['a key', () => ({ Authorization: key })],
  ])('returns 401 for %s', async (_what, headersOf) => {
    const [mine, theirs] = [await newTicketHolder(), await newTicketHolder()]
    const headers: Record<string, string> = headersOf({ other: theirs.headers })
    const asked = [
      send(`POST ${mine.device}/${mine.guest.id}`, { headers, json: { pushToken: 'c0ffee' } }),
      send(`DELETE ${mine.device}/${mine.guest.id}`, { headers }),
      send(`GET ${PASSES}/passes/${TYPE}/${mine.guest.id}`, { headers }),
    ]
    for (const { status, body } of await Promise.all(asked))
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  it('returns 404 for another pass type and 401 for the pass of an erased guest', async () => {
    const { event, guest, headers } = await newTicketHolder()
    expect((await send(`GET ${PASSES}/passes/pass.of.others/${guest.id}`, { headers })).status).toBe(404)
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })
    expect((await send(`GET ${PASSES}/passes/${TYPE}/${guest.id}`, { headers })).status).toBe(401)
  })

  it('deletes the device and revokes the pass when the email address is corrected', async () => {
    const { event, guest, headers, device } = await newTicketHolder()
    await send(`POST ${device}/${guest.id}`, { headers, json: { pushToken: 'wrong' } })
    expect((await send(`GET ${device}`)).status).toBe(200)
    const json = { email: 'right@passes.test' }
    expect((await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json })).status).toBe(200)
    expect((await send(`GET ${device}`)).status).toBe(404)
    expect((await send(`GET ${PASSES}/passes/${TYPE}/${guest.id}`, { headers })).status).toBe(401)
  })
})

describe('devices with a wallet pass', () => {
  /** A fake push relay that records the requests and returns the APNs response set for each push token. */
  const relay = (says: (token: string) => OutboundAnswer) => {
    const asked: string[] = []
    const outbound: Deps['outbound'] = {
      ...deps.outbound,
      async post({ url, headers, body }) {
        asked.push(`${url} ${headers['apns-topic']} ${body}`)
        return says(url.split('/').at(-1) ?? '')
      },
    }
    const apple = { ...deps.wallets.apple!, pushUrl: 'https://relay.test/word' }
    return { asked, ports: { ...deps, outbound, wallets: { ...deps.wallets, apple } } }
  }
  const answered = (status: number, body = ''): OutboundAnswer => ({
    kind: 'answered',
    status,
    body,
    retryAfter: null,
    mediaType: null,
    error: null,
  })
  const keepers = async () => {
    const one = await newTicketHolder()
    const { guest, headers } = one
    const keep = (pushToken: string) =>
      send(`POST ${PASSES}/devices/${pushToken}-of-it/registrations/${TYPE}/${guest.id}`, {
        headers,
        json: { pushToken },
      })
    return { ...one, keep }
  }
  const FAR = 11 * 60_000

  it('get one push for a change within the last ten minutes and none for an older one', async () => {
    const { event, guest, keep } = await keepers()
    const token = `t${guest.id.slice(4, 12)}`
    expect((await keep(token)).status).toBe(201)
    const line = `https://relay.test/word/3/device/${token} pass.test.calendar {}`
    const { asked, ports } = relay(() => answered(200))
    await wakeDevices({ ...ports, clock: () => Date.now() + FAR })
    expect(asked).toEqual([])
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz, later' } })
    await wakeDevices(ports)
    expect(asked.filter((each) => each === line)).toHaveLength(1)
    await wakeDevices({ ...deps, outbound: ports.outbound })
    await wakeDevices(ports)
    expect(asked.filter((each) => each === line)).toHaveLength(1)
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz, even later' } })
    await wakeDevices(ports)
    expect(asked.filter((each) => each === line)).toHaveLength(2)
  })

  it('get their pushes in the order of the changes', async () => {
    const [one, two, three] = [await keepers(), await keepers(), await keepers()]
    // The ids are in the opposite order, which must not matter.
    const tokens = [
      [one, `z${one.guest.id.slice(4, 12)}`],
      [two, `y${two.guest.id.slice(4, 12)}`],
      [three, `x${three.guest.id.slice(4, 12)}`],
    ] as const
    const outset = relay(() => answered(200))
    for (const [{ keep }, token] of tokens) await keep(token)
    await wakeDevices(outset.ports)
    const { asked, ports } = relay(() => answered(200))
    for (const { event } of [one, two, three])
      await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz, moved' } })
    await send(`PATCH /v1/events/${one.event.id}`, { key, json: { title: 'Jazz, moved again' } })
    await wakeDevices(ports)
    expect(asked.map((each) => /device\/(\w+)/.exec(each)?.[1])).toEqual(tokens.map(([, token]) => token))
  })

  it('number 10 per pass, also when 24 register in parallel, and replace the one unused longest', async () => {
    const { event, guest, headers, keep } = await keepers()
    const tokens = Array.from({ length: 24 }, (_, index) => `c${index}${guest.id.slice(4, 12)}`)
    const answers = await Promise.all(tokens.map((token) => keep(token)))
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 201))
    const kept = async () => {
      const { results } = await env.DB.prepare(
        'select device_id as device from pass_devices where guest_id = ? order by device_id',
      )
        .bind(guest.id)
        .all<{ device: string }>()
      return results.map(({ device }) => device)
    }
    const ten = await kept()
    expect(ten).toHaveLength(10)

    // All were used two days ago; since then the first has asked for changes and the second has registered again.
    await env.DB.prepare('update pass_devices set used_at = ? where guest_id = ?')
      .bind(Date.now() - 2 * 86_400_000, guest.id)
      .run()
    const [first, second] = ten as [string, string]
    expect((await send(`GET ${PASSES}/devices/${first}/registrations/${TYPE}`)).status).toBe(200)
    const again = { headers, json: { pushToken: 'again' } }
    expect((await send(`POST ${PASSES}/devices/${second}/registrations/${TYPE}/${guest.id}`, again)).status).toBe(200)
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await keep(`n${number}`)
    expect(await kept()).toEqual(
      [first, second, ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `n${number}-of-it`)].toSorted(),
    )

    const other = await keepers()
    const token = `o${other.guest.id.slice(4, 12)}`
    await other.keep(token)
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz for one' } })
    await send(`PATCH /v1/events/${other.event.id}`, { key, json: { title: 'Jazz for another' } })
    const { asked, ports } = relay(() => answered(200))
    await wakeDevices(ports)
    expect(asked.filter((each) => each.includes(token))).toHaveLength(1)
    expect(asked).toHaveLength(11)
  })

  it('get one push each, even if there are 1,501', async () => {
    const { event, guest, keep } = await keepers()
    const token = `m${guest.id.slice(4, 12)}`
    await keep(token)
    await env.DB.prepare(`insert into pass_devices (device_id, guest_id, calendar_id, push_token, created_at)
      with n (number) as (select 1 union all select number + 1 from n where number < 1500)
      select 'many-' || number, guest_id, calendar_id, push_token || '-' || number, created_at
      from n join pass_devices on guest_id = ?`)
      .bind(guest.id)
      .run()
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz for many' } })
    // A run stops when 25 pushes in a row fail, which is more than two guests can have.
    const down = relay(() => ({ kind: 'unanswered', error: 'no answer in time' }))
    await wakeDevices(down.ports)
    expect(down.asked).toHaveLength(25)
    const { asked, ports } = relay(() => answered(200))
    await wakeDevices(ports)
    const woken = asked.filter((each) => each.includes(token))
    expect([woken.length, new Set(woken).size]).toEqual([1_501, 1_501])
  })

  it('are deleted if APNs returns 410 or BadDeviceToken, and get their push in the next run if the relay is down', async () => {
    const { event, guest, keep } = await keepers()
    const [gone, wrong, here] = ['g', 'w', 'h'].map((letter) => `${letter}${guest.id.slice(4, 12)}`)
    const others = ['1', '2', '3', '4'].map((letter) => `${letter}${guest.id.slice(4, 12)}`)
    for (const token of [gone, wrong, here, ...others]) expect((await keep(token!)).status).toBe(201)
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Jazz, later still' } })
    const down = relay(() => ({ kind: 'unanswered', error: 'no answer in time' }))
    await wakeDevices(down.ports)
    expect(new Set(down.asked).size).toBe(7)
    const kept = async () => {
      const { results } = await env.DB.prepare('select push_token as token from pass_devices where guest_id = ?')
        .bind(guest.id)
        .all<{ token: string }>()
      return results.map(({ token }) => token).toSorted()
    }
    expect(await kept()).toEqual([gone, here, wrong, ...others].toSorted())
    const up = relay((token) =>
      token === gone
        ? answered(410, '{"reason":"Unregistered"}')
        : token === wrong
          ? answered(400, '{"reason":"BadDeviceToken"}')
          : answered(200),
    )
    await wakeDevices(up.ports)
    expect(await kept()).toEqual([here, ...others].toSorted())
  })
})

describe('wallet passes of several dates or of a party', () => {
  it('are one file with the confirmed dates only, in the language of the guest', async () => {
    const startAt = `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}T18:00`
    const rule = { startAt, durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY;COUNT=3' }
    const template = { title: 'Choir', translations: { de: { title: 'Chor' } } }
    const json = { calendarSlug: calendar.slug, template, ...rule }
    const { id } = (await send('POST /series', { as: calendar.owner, json })).body.data
    const { results } = await env.DB.prepare('select id from events where series_id = ?').bind(id).all<{ id: string }>()
    const registration = { firstName: 'Ada', lastName: 'Choir', email: 'choir@passes.test', locale: 'de' }
    const path = `POST /public/series/${id}/registrations`
    const made = await send(path, { json: { ...registration, eventIds: results.map((event) => event.id) } })
    const [first, second, third] = made.body.data.registrations as { guest: { id: string }; manageUrl: string }[]
    const manage = manageApi(first!.manageUrl)
    await send(`POST ${manageApi(second!.manageUrl)}/cancel`)
    const answer = await appWith({}).request(`/api${manage}/passes.pkpasses`)
    expect(answer.headers.get('Content-Type')).toBe('application/vnd.apple.pkpasses')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(Object.keys(filesIn(bytes)).toSorted()).toEqual(
      [first, third].map((each) => `${each!.guest.id}.pkpass`).toSorted(),
    )
    const { pass } = await download(`${manage}/pass.pkpass`)
    expect(pass.description).toBe('Chor')
    expect(pass.eventTicket.secondaryFields[0].label).toBe('Beginn')
    expect(pass.eventTicket.auxiliaryFields).toContainEqual({ key: 'ticket', label: 'Ticket', value: 'Eintritt' })
    const { wallet } = (await send(`GET ${manage}`)).body.data
    expect(wallet.appleAllUrl).toBe(`http://127.0.0.1:8787/api${manage}/passes.pkpasses`)
  })

  it('are available through the buyer’s link for the buyer and attendees without an address', async () => {
    const event = await newEvent(calendar, { title: 'Supper for three' })
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: 'buyer@passes.test' }
    const [ada, bea, cleo] = [
      { firstName: 'Ada', email: buyer.email },
      { firstName: 'Bea' },
      { firstName: 'Cleo', email: 'cleo@passes.test' },
    ]
    const made = await send(`POST /public/events/${event.id}/registrations`, {
      json: { buyer, attendees: [ada, bea, cleo] },
    })
    expect(made.status).toBe(200)
    const manage = manageApi(made.body.data.manageUrl)
    const { wallet, party } = (await send(`GET ${manage}`)).body.data
    expect(wallet).toEqual({
      appleUrl: null,
      appleAllUrl: `http://127.0.0.1:8787/api${manage}/passes.pkpasses`,
      googleUrl: null,
    })
    const names = async (link = manage) => {
      const answer = await appWith({}).request(`/api${link}/passes.pkpasses`)
      return answer.status === 200 ? Object.keys(filesIn(new Uint8Array(await answer.arrayBuffer()))).toSorted() : []
    }
    const ids = (party.guests as { guest: { id: string; firstName: string } }[])
      .filter(({ guest }) => guest.firstName !== 'Cleo')
      .map(({ guest }) => `${guest.id}.pkpass`)
    expect(await names()).toEqual(ids.toSorted())
    for (const one of ['pass.pkpass', 'google-wallet']) expect((await send(`GET ${manage}/${one}`)).status).toBe(404)

    // An attendee's link opens only their own pass, even though Bea's emails are sent to Ada.
    const brought = (party.guests as { guest: { id: string }; manageUrl: string | null }[]).flatMap(
      ({ guest, manageUrl }) => (manageUrl === null ? [] : [{ ...guest, own: manageApi(manageUrl) }]),
    )
    expect(brought.length).toBeGreaterThan(0)
    for (const { id, own } of brought) {
      expect(await names(own)).toEqual([`${id}.pkpass`])
      expect((await download(`${own}/pass.pkpass`)).pass.serialNumber).toBe(id)
      expect((await send(`GET ${own}`)).body.data.wallet.appleAllUrl).toBeNull()
    }
    await send(`POST ${manage}/cancel`)
    expect(await names()).toEqual([])
    expect((await send(`GET ${manage}`)).body.data.wallet.appleAllUrl).toBeNull()
  })

  it('return 404 without a confirmed guest or a configured wallet', async () => {
    const { manage } = await newTicketHolder()
    const none = appWith({ wallets: { apple: null, google: null } })
    expect((await none.request(`/api${manage}/passes.pkpasses`)).status).toBe(404)
    await send(`POST ${manage}/cancel`)
    expect((await send(`GET ${manage}/passes.pkpasses`)).status).toBe(404)
  })
})

describe('wallet buttons', () => {
  it('appear in the confirmation and on the guest page if a wallet is configured', async () => {
    const { guest, manage } = await newTicketHolder()
    const [row] = await deps.db.select().from(mails).where(eq(mails.recipient, guest.email))
    const written = await compose(row!, deps)
    for (const form of [written?.html, written?.text]) {
      expect(form).toContain('Add to Apple Wallet')
      expect(form).toContain(`${manage}/google-wallet`)
    }
    const bare = await compose(row!, { ...deps, wallets: { apple: null, google: null } })
    expect(`${bare?.html}${bare?.text}`).not.toContain('Wallet')
    const page = async () =>
      (
        await exports.default.fetch(
          new Request(`https://calendar.test/r/${manage.split('/').at(-1)}`, { headers: { Accept: 'text/html' } }),
        )
      ).text()
    expect(await page()).toMatch(/href="[^"]*pass\.pkpass"[^>]*>Add to Apple Wallet</)
    await send(`POST ${manage}/cancel`)
    expect(await page()).not.toContain('Wallet')
  })
})

describe('Google Wallet pass', () => {
  it('redirects to a Google URL signed by the service account', async () => {
    const { guest, manage } = await newTicketHolder()
    const { status, headers } = await send(`GET ${manage}/google-wallet`)
    const address = headers.get('Location') ?? ''
    expect([status, address.slice(0, 35)]).toEqual([302, 'https://pay.google.com/gp/v/save/ey'])
    const [head = '', claims = '', signature = ''] = address.split('/').at(-1)!.split('.')
    const bytes = (text: string) => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const spki = fromBase64(PUBLIC_KEY.replaceAll(/-----[^-]+-----|\s/g, ''))
    const publicKey = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(`${head}.${claims}`)
    expect(await crypto.subtle.verify(algorithm.name, publicKey, bytes(signature), signed)).toBe(true)
    expect(JSON.parse(new TextDecoder().decode(bytes(claims)))).toMatchObject({
      iss: 'wallet@calendar-test.iam.gserviceaccount.com',
      aud: 'google',
      typ: 'savetowallet',
      payload: {
        eventTicketClasses: [
          { issuerName: 'Harbour Nights', eventName: { defaultValue: { value: 'Jazz on the quay' } } },
        ],
        eventTicketObjects: [{ state: 'ACTIVE', barcode: { type: 'QR_CODE', value: guest.qrCode } }],
      },
    })
    // Browsers and email clients truncate URLs that are longer than this.
    expect(address.length).toBeLessThan(1_800)
  })

  it('has the event title in all languages and the ticket in the language of the guest', async () => {
    const event = await newEvent(calendar, { title: 'Choir', translations: { ja: { title: '合唱団' } } })
    const person = { firstName: '花子', lastName: '山田', locale: 'ja' }
    const { manageUrl } = (await register(event, person)).body.data
    const { headers } = await send(`GET ${manageApi(manageUrl)}/google-wallet`)
    const claims = (headers.get('Location') ?? '').split('.')[3] ?? ''
    const { payload } = JSON.parse(
      new TextDecoder().decode(fromBase64(claims.replaceAll('-', '+').replaceAll('_', '/'))),
    )
    expect(payload.eventTicketClasses[0].eventName).toEqual({
      defaultValue: { language: 'en', value: 'Choir' },
      translatedValues: [{ language: 'ja', value: '合唱団' }],
    })
    expect(payload.eventTicketObjects[0]).toMatchObject({
      ticketHolderName: '山田 花子',
      ticketType: { defaultValue: { language: 'ja', value: '一般入場' } },
    })
  })
})
