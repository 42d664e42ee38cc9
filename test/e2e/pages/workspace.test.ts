import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { scanByHand, verdictOf } from '../../../harness/kiosk.ts'
import { mailTo } from '../../../harness/mailbox.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const WIDTHS = [360, 768, 1440]

const { origin, service, openNew, openAt, signedIn, api } = useWorkspace('workspace')

const expectWithin = async (page: Page, screen: string) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, screen).toBeLessThanOrEqual(0)
}

/** Expects no axe violations and no horizontal scrolling, in both themes at every width. */
const expectSound = async (page: Page, screen: string) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) =>
      expect(await seriousViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([]),
    )
    await expectWithin(page, `${screen}, ${String(width)}`)
  }
}

/** Like `expectSound()`, but tests each width in one theme only. */
const expectSoundOnce = async (page: Page, screen: string) => {
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: index === 1 ? 'light' : 'dark', reducedMotion: 'reduce' })
    expect(await seriousViolations(page), `${screen}, ${String(width)}`).toEqual([])
    await expectWithin(page, `${screen}, ${String(width)}`)
  }
}

/** A PNG of 3,000 by 1,500 pixels, created in the browser like a photo from a camera. */
const pictureOf = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3_000
    canvas.height = 1_500
    const context = canvas.getContext('2d')
    if (context !== null) context.fillStyle = 'teal'
    context?.fillRect(0, 0, 3_000, 1_500)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

describe('new user', () => {
  it('creates a calendar and an event with a cover, and a visitor can register', async () => {
    const page = await openAt('/console')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('textbox').fill('mira')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Create your calendar' }).waitFor()
    await page.keyboard.type('Quayside Players')
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('quayside-players')
    await page.keyboard.press('Control+Enter')

    await page.getByRole('heading', { name: 'Create your first event' }).waitFor()
    await page.getByLabel('Title').fill('Quartets for a winter evening')
    await page.getByLabel('Description').fill('Haydn, and *soup*.')
    await page.getByLabel('Venue', { exact: true }).fill('São Roque')
    await page
      .getByLabel(/^Cover/)
      .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: await pictureOf(page) })
    await page.getByText('Your browser removed the metadata').waitFor()
    await page.getByLabel('Alt text').fill('The quay at night')
    for (const [name, price] of [
      ['Parterre', '12.50'],
      ['Students', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Add ticket' }).click()
      const line = page.locator('.ticket-line').last()
      await line.getByLabel('Name').fill(name)
      await line.getByLabel('Price').fill(price)
      await line.getByLabel('Seats').fill('40')
    }
    const preview = page.getByRole('complementary', { name: 'Preview' }).frameLocator('iframe')
    await preview.getByText('Parterre').waitFor()
    await expect.poll(() => preview.locator('em').textContent()).toBe('soup')
    await page.getByRole('button', { name: 'Publish' }).click()

    await page.getByRole('heading', { name: 'Your event is published. Share it.' }).waitFor()
    // Every address shown here works.
    await expect.poll(() => page.locator('main').textContent()).toContain('/api/embed.js')
    const shown = (await page.locator('main').textContent()) ?? ''
    const addresses = shown.match(/http:\/\/127\.0\.0\.1:\d+\/(?:api\/embed\.js|e\/[\w-]+)/g) ?? []
    expect(addresses.some((address) => address.endsWith('/api/embed.js'))).toBe(true)
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200)
    await page.getByRole('img', { name: /^QR code for http/ }).waitFor()
    const link = (await page.locator('.line code').first().textContent()) ?? ''
    expect(link).toBe(`${origin()}/e/quartets-for-a-winter-evening`)

    const visitor = await openAt(new URL(link).pathname)
    const cover = visitor.getByRole('img', { name: 'The quay at night' }).first()
    await cover.waitFor()
    await expect.poll(() => cover.getAttribute('src')).toContain('/images/')
    const shownOfLinks = (await visitor.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
    const cut = await visitor.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
      return { width, height }
    }, shownOfLinks)
    expect(cut).toEqual({ width: 1_200, height: 630 })
    await visitor.getByRole('button', { name: /^One more: Students/ }).click()
    await visitor.locator('[data-go]').click()
    await visitor.getByLabel('First name').fill('Nora')
    await visitor.getByLabel('Last name').fill('Lindqvist')
    await visitor.getByLabel('Email').fill('nora@posteo.example')
    await visitor.getByRole('button', { name: 'Register' }).click()
    await visitor.waitForURL(/\/r\//)

    await page.getByRole('link', { name: 'Open workspace' }).click()
    await page.getByRole('link', { name: 'Guests' }).click()
    await page.getByRole('link', { name: 'Nora Lindqvist' }).click()
    await page.getByRole('complementary', { name: 'Nora Lindqvist' }).getByText('nora@posteo.example').waitFor()
  })
})

describe('approvals', () => {
  it('approve twelve guests in one batch, and give the reason for the one that fails', async () => {
    const { data: event } = await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Night Music',
      startAt: '2030-06-01T19:30',
      timezone: 'Europe/Lisbon',
      status: 'PUBLISHED',
      requiresApproval: true,
      capacity: 11,
    })
    for (let guest = 10; guest < 22; guest += 1) {
      const who = { firstName: `Guest ${String(guest)}`, lastName: 'Lee', email: `g${String(guest)}@guests.example` }
      await api(`POST /public/events/${event.id}/registrations`, who)
    }
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests?status=PENDING`)
    await page.getByLabel('Select all on this page').click()
    await page.getByText('12 selected').waitFor()
    const calls: [string, string | undefined][] = []
    page.on('request', (request) => {
      const { 'dry-run': dryRun, quote } = request.headers()
      if (request.method() === 'POST')
        calls.push([new URL(request.url()).pathname, dryRun ?? quote?.slice(0, 'quo_'.length)])
    })
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve 12 guests?' })
    await dialog.getByText('11 addresses get an email.').waitFor()
    await dialog.getByRole('button', { name: 'Approve 12' }).click()
    await page.getByText('11 approved, 1 failed.').waitFor()
    const path = `/api/events/${event.id}/guests/batch`
    expect(calls).toEqual([
      [path, 'true'],
      [path, 'quo_'],
    ])
    await page.getByRole('button', { name: 'Confirmed 11' }).waitFor()
    await page.getByText('1 selected').waitFor()
    await isSettled(page)
    await expectSound(page, 'guests')

    const left = page.locator('table.rows tbody tr')
    await expect.poll(() => left.count()).toBe(1)
    await left.getByRole('link').click()
    const sheet = page.getByRole('complementary').filter({ hasText: 'Awaiting approval' })
    await sheet.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: /^Edit / })
    await form.getByLabel('Last name').fill('Lindqvist')
    await form.getByRole('button', { name: 'Save details', exact: false }).click()
    await page.getByText('Details saved.').waitFor()
    await sheet.getByRole('heading', { name: /Lindqvist/ }).waitFor()
  })
})

describe('quotes', () => {
  it('send nothing if the recipients have changed', async () => {
    const { event } = await eveningOf(2)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/messages`)
    const quoted = page.waitForResponse(async (answer) => (await answer.request().headerValue('dry-run')) === 'true')
    await page.getByLabel('Subject').fill('Doors open at seven')
    await page.getByLabel('Message').fill('Bring a coat.')
    await quoted
    const late = { firstName: 'Late', lastName: 'Reis', email: 'late@guests.example', ticketId: event.tickets[1].id }
    await api(`POST /public/events/${event.id}/registrations`, late)
    const send = page.getByRole('button', { name: /^Send to \d+ guest/ })
    await send.click()
    await page.getByText('Something has changed since you opened this.').waitFor()
    expect((await api(`GET /events/${event.id}/announcements`)).data).toEqual([])
    // The guest with the paid ticket isn't confirmed yet.
    await page.getByRole('button', { name: /^Send to 2 guests/ }).waitFor()
    await send.click()
    await page.getByText('We’re sending your message.').waitFor()
    expect((await api(`GET /events/${event.id}/announcements`)).data.length).toBe(1)
  })

  it('delete no ticket that has been sold since', async () => {
    const { event } = await eveningOf(0)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/tickets`)
    await page
      .getByRole('link', { name: 'Gallery' })
      .or(page.getByRole('button', { name: 'Gallery' }))
      .first()
      .click()
    await api(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Quick',
      lastName: 'Reis',
      email: 'quick@guests.example',
      ticketId: event.tickets[1].id,
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: /Gallery/ }).last()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('button', { name: /^Delete/ }).getAttribute('aria-disabled')).toBe('true')
  })
})

/** Creates an event that starts in 10 minutes, with a paid and a free ticket. The first guest has the paid one. */
const eveningOf = async (guests: number) => {
  const begin = new Date(Date.now() + 600_000).toISOString()
  const { data: event } = await api('POST /events', {
    calendarSlug: 'demo-pro',
    title: 'Bach by Candlelight',
    startAt: begin,
    endAt: new Date(Date.now() + 7_200_000).toISOString(),
    timezone: 'Europe/Lisbon',
    status: 'PUBLISHED',
    tickets: [
      { name: 'Nave', type: 'PAID', price: 4_800, currency: 'EUR', capacity: 40 },
      { name: 'Gallery', type: 'FREE', capacity: 20 },
    ],
  })
  const [nave, gallery] = event.tickets
  const made = []
  for (let guest = 0; guest < guests; guest += 1) {
    const who = { firstName: `Guest ${String(guest)}`, lastName: 'Reis', email: `reis${String(guest)}@guests.example` }
    const ticketId = guest === 0 ? nave.id : gallery.id
    made.push((await api(`POST /public/events/${event.id}/registrations`, { ...who, ticketId })).data)
  }
  return { event, made }
}

describe('door of an event in the workspace', () => {
  it('shows and changes when check-in opens, and makes a pass valid until 2 hours after the event', async () => {
    const { event } = await eveningOf(0)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/door`)
    await page.getByRole('button', { name: 'Edit times' }).click()
    const form = page.getByRole('dialog', { name: 'Check-in times' })
    await form.getByLabel(/^Opens/).fill('2040-07-01T09:30')
    await form.getByLabel(/^Closes/).fill('2040-07-01T08:30')
    await form.getByRole('button', { name: 'Save times' }).click()
    await form.locator('.fault').waitFor()
    await form.getByLabel(/^Closes/).fill('2040-07-01T23:00')
    await form.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Check-in times saved.').waitFor()
    await page.getByText(/^Opens .*2040.*09:30/).waitFor()
    // Entered in Lisbon time, in summer.
    expect((await api(`GET /events/${event.id}`)).data).toMatchObject({
      checkInOpensAt: '2040-07-01T08:30:00.000Z',
      checkInClosesAt: '2040-07-01T22:00:00.000Z',
    })

    await page.getByRole('button', { name: 'New door pass' }).click()
    const pass = page.getByRole('dialog', { name: 'New door pass' })
    await pass.getByLabel('Label').fill('Volunteers')
    await pass.getByRole('button', { name: 'Create pass' }).click()
    await page.getByRole('img', { name: 'QR code of door pass Volunteers' }).waitFor()
    const { data: passes } = await api(`GET /events/${event.id}/door-passes`)
    expect(passes.map(({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt))).toEqual([
      Date.parse(event.endAt) + 7_200_000,
    ])
  })
})

describe('event in the workspace', () => {
  it('supports payment, refund, messages, door passes, check-in, checkpoints and export', async () => {
    const { event, made } = await eveningOf(3)
    const at = (tab: string) => `#demo-pro/events/${event.id}/${tab}`
    const page = await signedIn('owner', at('orders?status=PENDING'))

    await page
      .getByRole('table', { name: 'Orders' })
      .getByRole('link', { name: /Guest 0/ })
      .click()
    await page.getByRole('button', { name: 'Mark as paid…' }).click()
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click()
    await page.getByText('Order paid. The guest is confirmed and gets an email.').waitFor()
    await page.getByRole('button', { name: 'Refund…' }).click()
    const refund = page.getByRole('dialog', { name: /^Refund / })
    await refund.getByLabel('Reason').fill('Cannot come')
    await refund.getByRole('button', { name: 'Refund €48.00' }).click()
    await page.getByText('€48.00 refunded.').waitFor()
    const order = (await api(`GET /events/${event.id}/orders/${made[0].order.id}`)).data
    expect(order).toMatchObject({ status: 'REFUNDED', refunded: 4_800, net: 0 })
    expect((await api(`GET /events/${event.id}/guests/${made[0].guest.id}`)).data.status).toBe('CANCELLED')

    await page.goto(page.url().replace(/#.*/, at('messages')))
    const write = page.getByRole('form', { name: 'Write to guests' })
    await write.getByText('2 guests, all tickets.').waitFor()
    await write.getByLabel('Subject').fill('Where to come in')
    await write.getByLabel('Message').fill('By the **quay side**.')
    const mail = page.getByRole('article', { name: 'Email: Where to come in' })
    await mail.locator('strong', { hasText: 'quay side' }).waitFor()
    await page.getByLabel('Guest’s language').selectOption('de')
    await mail.getByText('Hallo Ada').waitFor()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText('We’re sending a test to owner@').waitFor()
    await write.getByRole('button', { name: 'Send to 2 guests' }).click()
    await page.getByRole('list', { name: 'Sent and scheduled' }).getByText('2 of 2 sent').waitFor()
    await write.getByLabel('Subject').fill('Tomorrow')
    await write.getByLabel('Message').fill('Bring a jumper.')
    await write.getByRole('button', { name: 'Later' }).click()
    await write.getByLabel('Send at').fill('2030-01-01T10:00')
    await write.getByRole('button', { name: 'Schedule for 2 guests' }).click()
    await page.getByRole('button', { name: 'Cancel message Tomorrow' }).click()
    await page.getByText('Message cancelled. It won’t be sent.').waitFor()

    await page.goto(page.url().replace(/#.*/, at('door')))
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New door pass' }).click()
    const form = page.getByRole('dialog', { name: 'New door pass' })
    await form.getByLabel('Label').fill('Volunteers')
    const lent = page.waitForResponse((answer) => answer.url().endsWith('/door-passes') && answer.status() === 200)
    await form.getByRole('button', { name: 'Create pass' }).click()
    await page.getByRole('img', { name: 'QR code of door pass Volunteers' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    // The phone scans the door pass first, then a guest's code.
    const pass = new URL((await (await lent).json()).data.url)
    const kiosk = await openAt(pass.pathname + pass.hash)
    await kiosk.getByText('Live', { exact: true }).waitFor()
    await scanByHand(kiosk, made[1].guest.qrCode)
    await kiosk.getByRole('button', { name: 'Check in' }).click()
    await verdictOf(kiosk, 'good').getByText('Guest 1 Reis').waitFor()
    await page.locator('.huge strong', { hasText: '1' }).waitFor()
    const admitted = page.getByRole('table', { name: 'Latest check-ins' })
    await admitted.getByText('Guest 1 Reis').waitFor()
    await admitted.getByText('Volunteers').waitFor()

    let heard = 0
    page.on('websocket', (socket) => {
      if (socket.url().includes('checkpointId=')) socket.on('framereceived', () => (heard += 1))
    })
    await page.getByRole('button', { name: 'Add checkpoint' }).click()
    const room = page.getByRole('dialog', { name: 'New checkpoint' })
    await room.getByLabel('Name').fill('Choir loft')
    await room.getByLabel(/^Again after leaving/).check()
    await room.getByLabel(/^Capacity/).fill('30')
    await room.getByLabel(/^Opens/).fill('2026-01-01T09:30')
    await room.getByLabel(/^Closes/).fill('2040-07-01T23:00')
    await room.getByRole('button', { name: 'Create checkpoint' }).click()
    const loft = page.getByRole('listitem').filter({ hasText: 'Choir loft' })
    await loft.getByText('0 / 30').waitFor()
    const { data: checkpoints } = await api(`GET /events/${event.id}/checkpoints`)
    // Entered in Lisbon time, once in winter and once in summer.
    expect(checkpoints).toMatchObject([
      { name: 'Choir loft', mode: 'IN_OUT', opensAt: '2026-01-01T09:30:00.000Z', closesAt: '2040-07-01T22:00:00.000Z' },
    ])
    await expect.poll(() => heard).toBeGreaterThan(0)
    const scan = { qrCode: made[2].guest.qrCode, checkpointId: checkpoints[0].id }
    await api(`POST /events/${event.id}/checkins`, scan)
    await loft.getByText('1 / 30').waitFor()
    await api(`POST /events/${event.id}/checkins`, { ...scan, direction: 'OUT' })
    await loft.getByText('0 / 30').waitFor()
    await loft.getByRole('button', { name: 'Choir loft' }).click()
    const saved = page.getByRole('dialog', { name: 'Edit Choir loft' })
    await expect.poll(() => saved.getByLabel(/^Opens/).inputValue()).toBe('2026-01-01T09:30')
    await saved.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(page.url().replace(/#.*/, at('guests')))
    await page.getByRole('button', { name: 'Print and export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${event.slug}-guests.csv`)
  })
})

describe('party in the workspace', () => {
  it('shows buyer and party in each guest’s sheet, and refunds single seats', async () => {
    const { event } = await eveningOf(0)
    const [nave] = event.tickets
    const { data: party } = await api(`POST /public/events/${event.id}/registrations`, {
      buyer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@together.example' },
      attendees: [
        { ticketId: nave.id, firstName: 'Ada', lastName: 'Byron' },
        { ticketId: nave.id, firstName: 'Grace', lastName: 'Hopper', email: 'grace@together.example' },
        { ticketId: nave.id },
      ],
    })
    await api(`POST /events/${event.id}/orders/${party.order.id}/mark-paid`)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests`)
    await page.getByRole('table', { name: 'Guests' }).getByRole('link', { name: 'Grace Hopper' }).click()
    const sheet = page.getByRole('complementary', { name: 'Grace Hopper' })
    await sheet.getByText('Registered by Ada Byron, ada@together.example').waitFor()
    await expect
      .poll(() => sheet.getByRole('list', { name: 'Registered together' }).getByRole('listitem').count())
      .toBe(3)
    await sheet.getByRole('link', { name: 'Name missing' }).click()
    await page.getByRole('complementary', { name: 'Name missing' }).getByText('no address of their own').waitFor()

    await page.goto(page.url().replace(/#.*/, `#demo-pro/events/${event.id}/orders?order=${party.order.id}`))
    await page.getByRole('button', { name: 'Refund…' }).click()
    const refund = page.getByRole('dialog', { name: /^Refund / })
    await refund.getByLabel(/^Ada Byron/).uncheck()
    await refund.getByLabel(/^Name missing/).uncheck()
    await refund.getByRole('button', { name: 'Refund €48.00' }).click()
    await page.getByText('€48.00 refunded.').waitFor()
    const { data: guests } = await api(`GET /events/${event.id}/guests?status=CANCELLED`)
    expect(guests.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Grace'])
    await page.getByRole('heading', { name: 'Sales by day' }).waitFor()

    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hopper')
    await page.getByRole('option', { name: /Grace Hopper/ }).click()
    await page.getByRole('complementary', { name: 'Grace Hopper' }).waitFor()
  })
})

describe('buyer correction', () => {
  it('works from a guest and from the order, and warns that the old link stops working', async () => {
    const { event } = await eveningOf(0)
    const { data: party } = await api(`POST /public/events/${event.id}/registrations`, {
      buyer: { firstName: 'Ann', lastName: 'Bee', email: 'wrong@brought.example' },
      attendees: [{ ticketId: event.tickets[0].id, firstName: 'Kid', lastName: 'Bee' }],
    })
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests`)
    await page.getByRole('table', { name: 'Guests' }).getByRole('link', { name: 'Kid Bee' }).click()
    const sheet = page.getByRole('complementary', { name: 'Kid Bee' })
    await sheet.getByRole('button', { name: 'Edit buyer' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Ann Bee' })
    await expect.poll(() => form.getByText('old link stops working immediately').count()).toBe(0)
    await form.getByLabel('Email').fill('right@brought.example')
    await form.getByText('old link stops working immediately').waitFor()
    await expectSoundOnce(page, 'correcting a buyer')
    await form.getByRole('button', { name: 'Save and email' }).click()
    await page.getByText('Details saved.').waitFor()
    await sheet.getByText('Registered by Ann Bee, right@brought.example').waitFor()
    await sheet.locator('.title').getByText('right@brought.example').waitFor()
    await mailTo(service().dataDir, 'right@brought.example', /./)

    await page.goto(page.url().replace(/#.*/, `#demo-pro/events/${event.id}/orders?order=${party.order.id}`))
    const order = page.getByRole('complementary', { name: /^Order / })
    await order.getByText('Ann Bee · right@brought.example').waitFor()
    await order.getByRole('button', { name: 'Edit buyer' }).click()
    await form.getByLabel('Last name').fill('Beech')
    await form.getByRole('button', { name: /^Save details/ }).click()
    await order.getByText('Ann Beech · right@brought.example').waitFor()
    const { data: read } = await api(`GET /events/${event.id}/parties/${party.partyId}`)
    expect(read.buyer).toEqual({ firstName: 'Ann', lastName: 'Beech', email: 'right@brought.example' })
  })
})

describe('erased guest', () => {
  it('disappears from list, selection and sheet, and has no actions when opened by an old link', async () => {
    const { event, made } = await eveningOf(3)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests`)
    const table = page.getByRole('table', { name: 'Guests' })
    await page.getByLabel('Select all on this page').click()
    await page.getByText('3 selected').waitFor()
    await table.getByRole('link', { name: 'Guest 1 Reis' }).click()
    const link = page.url()
    await page.getByRole('button', { name: 'More actions for Guest 1 Reis' }).click()
    await page.getByRole('button', { name: 'Erase…' }).click()
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await page.getByText('Guest erased, with all their personal data.').waitFor()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByText('2 selected').waitFor()
    await expect.poll(() => table.locator('tbody tr').count()).toBe(2)
    expect(new URL(page.url()).hash).not.toContain(made[1].guest.id)
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

    await page.goto(link)
    const sheet = page.getByRole('complementary', { name: 'Erased' })
    await sheet.getByText('personal data erased').waitFor()
    await expect.poll(() => sheet.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  })
})

describe('guest import in the workspace', () => {
  it('shows a preview with a reason for each rejected row before it adds guests', async () => {
    const { event } = await eveningOf(0)
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests`)
    await page.getByRole('button', { name: 'Add guests' }).click()
    await page.getByRole('button', { name: 'Add from a file' }).click()
    const text = [
      'First name;Last name;Mail;Ticket',
      'Nora;Lindqvist;nora@file.example;Gallery',
      'Ben;Carter;ben@file.example;Gallery',
      'Ben;Carter;ben@file.example;Gallery',
      'Mira;Costa;nowhere;Gallery',
    ].join('\n')
    const look = page.getByRole('dialog', { name: 'Add guests from a file' })
    await look
      .getByLabel('CSV file')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await look.getByText('2 guests will be added').waitFor()
    await look.getByText('Row 4: appears twice in the file').waitFor()
    await look.getByText('Row 5: no email address').waitFor()
    await look.getByRole('button', { name: 'Add 2 guests' }).click()
    await page.getByRole('dialog', { name: '2 guests added' }).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Confirmed 2' }).waitFor()
    const { data: guests } = await api(`GET /events/${event.id}/guests?whole=true`)
    expect(guests.map((each: { email: string; ticket: { name: string } }) => [each.email, each.ticket.name])).toEqual(
      expect.arrayContaining([
        ['nora@file.example', 'Gallery'],
        ['ben@file.example', 'Gallery'],
      ]),
    )
  })
})

describe('access in the workspace', () => {
  it('shows staff the guests and the door, without actions they may not take', async () => {
    const page = await signedIn('staff', `#demo-pro/events/${service().demo.events.pro.id}`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
    const names = (navigation: string) =>
      page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link').allInnerTexts()
    expect(await names('Parts of this event')).toEqual(['Guests', 'Door'])
    expect(await names('Sections')).toEqual(['Events', 'Developers'])
    await page.locator('table.rows a[data-row]').first().click()
    await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
    for (const act of ['Add guests', 'Edit', 'Resend']) {
      await expect.poll(() => page.getByRole('button', { name: act, exact: true }).count(), { message: act }).toBe(0)
    }
    await page.getByRole('link', { name: 'Door', exact: true }).click()
    await page.getByRole('link', { name: 'Open kiosk' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'New door pass' }).count()).toBe(0)
  })

  it('shows every screen on FREE without errors, and names the plan that a feature needs', async () => {
    const page = await signedIn('owner', '#demo-free/events')
    const first = page.getByRole('table', { name: 'Events' }).getByRole('link').first()
    await first.click()
    for (const tab of ['Guests', 'Tickets & questions', 'Orders', 'Messages', 'Door', 'History']) {
      await page
        .getByRole('navigation', { name: 'Parts of this event' })
        .getByRole('link', { name: tab, exact: true })
        .click()
      await page.locator('.tabs [aria-current]', { hasText: tab }).waitFor()
      await isSettled(page)
      await expect.poll(() => page.getByRole('alert').count(), { message: tab }).toBe(0)
    }
    await page.getByRole('navigation', { name: 'Parts of this event' }).getByRole('link', { name: 'Door' }).click()
    await page.getByText('Needs Pro').waitFor()
    for (const section of ['series', 'people', 'messages', 'money', 'numbers', 'team', 'history', 'settings']) {
      await page.goto(page.url().replace(/#.*/, `#demo-free/${section}`))
      await page.locator('main h1').first().waitFor()
      await isSettled(page)
      await expect.poll(() => page.getByRole('alert').count(), { message: section }).toBe(0)
    }
    await page.getByText('Linden Street Neighbours is on Free').waitFor()
    await page.getByText('Upcoming events').waitFor()
  })
})

describe('team invitation', () => {
  it('is sent by email and makes its recipient a manager after sign-in', async () => {
    const page = await signedIn('owner', '#demo-pro/team')
    const form = page.getByRole('form', { name: 'Invite by email' })
    await form.getByRole('textbox', { name: 'Invite by email' }).fill('bjork@people.example')
    await form.getByLabel('Role').selectOption('MANAGER')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('list', { name: 'Invited' }).getByText('bjork@people.example').waitFor()

    const { text } = await mailTo(service().dataDir, 'bjork@people.example', /./)
    const link = new URL(/https?:\S+#invitation=\S+/.exec(text)?.[0] ?? '')
    const colleague = await openAt(link.pathname + link.hash)
    // A 503 must not be shown as an expired invitation.
    await colleague.route('**/public/invitations/*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    await colleague.getByRole('button', { name: 'Sign in' }).click()
    await colleague.getByRole('textbox').fill('bjork')
    await colleague.keyboard.press('Enter')
    await colleague.getByText('Something isn’t responding.').waitFor()
    await colleague.getByRole('button', { name: 'Try again' }).click()
    await colleague.getByRole('button', { name: 'Join as manager' }).click()
    await colleague.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    await expect.poll(() => colleague.getByRole('link', { name: 'New event' }).count()).toBe(1)

    await page.reload()
    await page.getByRole('list', { name: 'Members' }).getByText('bjork@people.example').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Invited' }).count()).toBe(0)
  })
})

describe('first screen', () => {
  it('loads at most 120 KB gzipped', async () => {
    const page = await openNew()
    const bodies = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const isPart = /\.(?:js|css|woff2)$|\/console$/.test(pathname)
      if (isPart && !bodies.has(pathname)) bodies.set(pathname, response.body())
    })
    await page.goto(`${origin()}/console`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await Promise.all(bodies.values())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('button[value=owner]').click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    await isSettled(page)
    const sizes = (await Promise.all(bodies.values())).map((body) => gzipSync(body).length)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000)
  })
})

describe('all screens', () => {
  const OF_CALENDAR = [
    'events',
    'series',
    'people',
    'people?q=ma',
    'messages',
    'money',
    'numbers',
    'team',
    'history',
    'settings',
    'new',
  ]
  const PLACES = { e: 'Events', s: 'Series', p: 'People', m: 'Messages', h: 'History', t: 'Team' }
  const OF_EVENT = ['', 'guests', 'tickets', 'orders', 'messages', 'door', 'edit', 'share']

  it('have no axe violations in both themes at every width', async () => {
    const page = await signedIn('owner', '#/')
    const event = `events/${service().demo.events.pro.id}`
    const places = [...OF_CALENDAR, ...OF_EVENT.map((tab) => `${event}/${tab}`)].map((place) => `#demo-pro/${place}`)
    for (const place of ['#/', '#/new', ...places]) {
      await page.goto(page.url().replace(/#.*/, place))
      await page.locator('main h1').first().waitFor()
      await isSettled(page)
      await expectSoundOnce(page, place)
    }
  }, 240_000)

  it('can be used by keyboard only', async () => {
    const page = await signedIn('owner', '#demo-pro/events')
    await page.getByRole('table', { name: 'Events' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('/')
    await page.keyboard.type('tide')
    await page.getByRole('table').getByText('Open Harbour Days').waitFor({ state: 'detached' })
    await page.getByText('Workshop: reading the tide tables').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await focused()).toContain('tide tables')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /tide tables/ }).waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('Title').waitFor()
    for (const [key, title] of Object.entries(PLACES)) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('numb')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Numbers' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts and help' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
