import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

let service: RunningService
let browser: Browser
let page: Page
let event: { id: string; guestId: string; orderId: string; seriesId: string }

const api = (line: string, json?: object) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens.owner}` })

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({
      env: { RATE_LIMIT_SCALE: '100' },
      dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-forms-')),
    }),
    launchBrowser(),
  ])
  const { data } = await api('POST /events', {
    calendarSlug: 'demo-pro',
    title: 'Night Music',
    startAt: '2030-06-01T19:30',
    timezone: 'Europe/Lisbon',
    status: 'PUBLISHED',
    tickets: [
      { name: 'Nave', type: 'PAID', price: 4_800, currency: 'EUR' },
      { name: 'Gallery', type: 'FREE' },
    ],
    registrationQuestions: [{ label: 'Diet', type: 'TEXT' }],
  })
  const who = { firstName: 'Ada', lastName: 'Byron', email: 'ada@guests.example', ticketId: data.tickets[0].id }
  const { data: made } = await api(`POST /public/events/${data.id}/registrations`, who)
  await api(`POST /events/${data.id}/orders/${made.order.id}/mark-paid`)
  const { data: series } = await api('POST /series', {
    calendarSlug: 'demo-pro',
    template: { title: 'Rehearsal', status: 'PUBLISHED' },
    startAt: '2030-06-04T19:00',
    durationMinutes: 60,
    timezone: 'Europe/Lisbon',
    rrule: 'FREQ=WEEKLY;COUNT=3',
  })
  event = { id: data.id, guestId: made.guest.id, orderId: made.order.id, seriesId: series.id }
  page = (await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).page
  page.setDefaultTimeout(8_000)
  await createSignIns()(page, `http://127.0.0.1:${service.port}/console`, 'owner')
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

/** The service's messages for a missing, too long, malformed, out of range and taken value. */
const FAULTS = [
  'is required',
  'must be at most 3 characters',
  'has an invalid format',
  'must be at least 12',
  'is already used',
]

interface FormCase {
  name: string
  /** The hash of its screen, without the calendar. */
  at: () => string
  /** Buttons, links and other controls that open the form, by their exact or leading text. */
  open?: readonly (string | RegExp | ((page: Page) => Promise<unknown>))[]
  send: string | RegExp
  /** The form's name, if its screen has several with such a button. */
  formName?: string
  /** The label that shows the error of each field. */
  fields: Readonly<Record<string, string>>
}

const ofEvent = (tab: string) => () => `events/${event.id}/${tab}`
const guest = () => `events/${event.id}/guests?guest=${event.guestId}`
const EVENT_FIELDS = {
  title: 'Title',
  description: 'Description',
  coverUrl: 'Cover',
  accent: 'Accent',
  tags: 'Tags',
  startAt: 'Day',
  endAt: 'Until',
  timezone: 'Time zone',
  allDay: 'All day',
  locationType: 'Format',
  'location.name': 'Venue',
  'location.address': 'Street and number',
  'location.city': 'City',
  'location.country': 'Country',
  locationVisibility: 'Only guests see the address',
  capacity: 'Capacity',
  registrationOpensAt: 'Opens',
  registrationClosesAt: 'Closes',
  requiresApproval: 'Require approval',
  reminderMinutes: 'Email reminders',
  visibility: 'Visible to',
}
const TICKET_FIELDS = {
  'tickets.1.name': 'Name',
  'tickets.1.price': 'Price',
  'tickets.1.currency': 'Currency',
  'tickets.1.capacity': 'Seats',
}
const of = (prefix: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, label]) => [prefix + name, label]))

const CASES: readonly FormCase[] = [
  {
    name: 'new calendar',
    at: () => '/new',
    send: /^Create calendar/,
    fields: { name: 'Name', slug: 'Address', timezone: 'Time zone', visibility: 'Visible to' },
  },
  {
    name: 'new event',
    at: () => 'new',
    open: ['Add ticket', 'Add ticket'],
    send: /^Publish/,
    fields: { ...EVENT_FIELDS, ...TICKET_FIELDS },
  },
  {
    name: 'new series',
    at: () => 'new?repeats=1',
    open: ['Add ticket', 'Add ticket'],
    send: /^Publish/,
    fields: {
      ...of('template.', { title: 'Title', 'location.city': 'City', ...TICKET_FIELDS }),
      startAt: 'Day',
      durationMinutes: 'Until',
      rrule: 'Every',
    },
  },
  {
    name: 'event',
    at: ofEvent('edit'),
    open: [(on) => on.getByLabel('Title').fill('Day Music')],
    send: /^Save/,
    fields: EVENT_FIELDS,
  },
  {
    name: 'ticket',
    at: ofEvent('tickets'),
    open: ['New ticket'],
    send: /^Create ticket/,
    fields: {
      name: 'Name',
      description: 'Description',
      price: 'Price',
      currency: 'Currency',
      capacity: 'Seats',
      salesStartAt: 'On sale from',
      salesEndAt: 'Until',
      minPerOrder: 'Minimum per order',
      maxPerOrder: 'Maximum per order',
      requiresApproval: 'Require approval',
      isHidden: 'Hidden',
    },
  },
  {
    name: 'question',
    at: ofEvent('tickets'),
    open: ['Add question', (on) => on.getByLabel('Answer type').selectOption('SELECT')],
    send: 'Add question',
    fields: of('registrationQuestions.1.', {
      label: 'Question',
      type: 'Answer type',
      options: 'Options',
      askOf: 'Answered by',
      required: 'Required',
      'ticketIds.0': 'Tickets',
    }),
  },
  {
    name: 'coupon',
    at: ofEvent('tickets'),
    open: ['New coupon'],
    send: 'Create coupon',
    fields: {
      code: 'Code',
      discountType: 'Discount',
      percentOff: 'Percent',
      maxRedemptions: 'Uses',
      maxDiscountedSeats: 'Discounted seats per order',
      eventId: 'Only for this event',
    },
  },
  {
    name: 'checkpoint',
    at: ofEvent('door'),
    open: ['Add checkpoint'],
    send: 'Create checkpoint',
    fields: {
      name: 'Name',
      mode: 'How often',
      limit: 'Capacity',
      opensAt: 'Opens',
      closesAt: 'Closes',
      ticketIds: 'Tickets accepted',
    },
  },
  {
    name: 'door pass',
    at: ofEvent('door'),
    open: ['New door pass'],
    send: 'Create pass',
    fields: { label: 'Label', gate: 'Gate', hours: 'Valid for' },
  },
  {
    name: 'new guest',
    at: ofEvent('guests'),
    open: ['Add guests', 'Add one guest', (on) => on.getByLabel('Diet').fill('Vegan')],
    send: /^Add guest/,
    fields: {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      ticketId: 'Ticket',
      'answers.0.answer': 'Diet',
    },
  },
  {
    name: 'invitation',
    at: () => `events/${event.id}/messages?invite=1`,
    open: [(on) => on.getByLabel('Email addresses').fill('a@guests.example')],
    send: /^Email 1/,
    fields: { 'emails.0': 'Email addresses', message: 'Your message' },
  },
  {
    name: 'guest',
    at: guest,
    open: ['Edit'],
    send: /^Save details/,
    fields: { firstName: 'First name', lastName: 'Last name', email: 'Email' },
  },
  {
    name: 'message',
    at: ofEvent('messages'),
    open: [
      'Later',
      // The workspace quotes the message before it sends it.
      (on) => on.getByRole('textbox', { name: /^Subject/ }).fill('Doors'),
      (on) => on.getByRole('textbox', { name: /^Message/ }).fill('Bring a coat.'),
    ],
    send: /^Schedule/,
    fields: { subject: 'Subject', body: 'Message', sendAt: 'Send at', 'audience.statuses': 'To' },
  },
  {
    name: 'reminder',
    at: ofEvent('messages'),
    open: ['Remind now…'],
    send: /^Remind/,
    fields: { body: 'Your message' },
  },
  {
    name: 'settings',
    at: () => 'settings',
    open: [(on) => on.getByRole('form', { name: 'Settings' }).getByLabel('Name', { exact: true }).fill('Quayside')],
    send: /^Save/,
    formName: 'Settings',
    fields: {
      name: 'Name',
      description: 'Description',
      avatarUrl: 'Picture',
      coverUrl: 'Cover',
      accent: 'Accent',
      timezone: 'Time zone',
      locale: 'Language',
      visibility: 'Visible to',
      contactEmail: 'Email for guests',
      website: 'Website',
      imprintUrl: 'Imprint',
      privacyUrl: 'Privacy',
      paymentInstructions: 'How to pay',
    },
  },
  {
    name: 'team invitation',
    at: () => 'team',
    send: 'Send invitation',
    fields: { email: 'Invite by email', role: 'Role' },
  },
  {
    name: 'member',
    at: () => 'team',
    open: [(on) => on.getByText('Add by user ID').click()],
    send: 'Add member',
    fields: { userId: 'User ID', role: 'Role' },
  },
  {
    name: 'API key',
    at: () => 'keys',
    open: ['Create key'],
    send: 'Create key',
    fields: { name: 'Name', mode: 'Kind', scopes: 'Scopes', expiresAt: 'Expires' },
  },
  {
    name: 'webhook',
    at: () => 'webhooks',
    open: ['Create webhook'],
    send: 'Create webhook',
    fields: { url: 'Address', events: 'Event types', secret: 'Secret' },
  },
  {
    name: 'export',
    at: () => 'exports',
    open: ['Schedule an export'],
    send: /^Schedule/,
    fields: {
      dataset: 'Data',
      format: 'Format',
      eventId: 'Event',
      frequency: 'How often',
      weekday: 'Weekday',
      timeOfDay: 'Time',
      timezone: 'Time zone',
      'recipients.0': 'Emailed to',
    },
  },
  {
    name: 'cancellation',
    at: ofEvent(''),
    open: [/^More actions|^Actions/, 'Cancel event…'],
    // The button names the recipients once the quote has arrived.
    send: /^Cancel and email/,
    fields: { reason: 'Reason' },
  },
  {
    name: 'cancellation of a series',
    at: () => `series?open=${event.seriesId}`,
    open: ['Cancel upcoming dates…'],
    send: 'Cancel upcoming dates',
    fields: { reason: 'Reason' },
  },
  {
    name: 'dates of a series',
    at: () => `series?open=${event.seriesId}`,
    open: ['Change dates…', (on) => on.getByLabel('Dates', { exact: true }).fill('5')],
    send: /^Save dates/,
    fields: { rrule: 'Every', 'rdates.0': 'Additional dates' },
  },
  {
    name: 'refund',
    at: () => `events/${event.id}/orders?order=${event.orderId}`,
    open: ['Refund…'],
    send: /^Refund/,
    fields: { 'items.0.guestId': 'Seats', reason: 'Reason' },
  },
]

const openForm = async ({ at, open = [] }: FormCase) => {
  const hash = at()
  await page.goto(`http://127.0.0.1:${service.port}/console#${hash.startsWith('/') ? hash : `demo-pro/${hash}`}`)
  await page.reload()
  await page.locator('main h1').first().waitFor()
  for (const step of open) {
    if (typeof step !== 'function') await page.getByRole('button', { name: step }).first().click()
    else await step(page)
  }
}

/** Returns each message with the label of the field that shows it. */
const shownFaults = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('.fault')].flatMap((fault) => {
      const field = fault.closest('.choice') ?? fault.closest('.field')
      const label = field?.querySelector('label, legend, .name')?.textContent.trim() ?? ''
      return [[fault.textContent.trim(), field === null ? null : label] as const]
    }),
  )

const isBusy = () => page.locator('.button:not(.plain):not(td .button)[aria-disabled=true]').count()

describe('form of the workspace', () => {
  it.each(CASES)('shows each error at its field: $name', async (form) => {
    let answered = 0
    await page.route('**/api/**', async (route) => {
      const request = route.request()
      const isQuote = request.headers()['dry-run'] !== undefined
      const isTrial = isQuote || /preview|live-ticket/.test(request.url()) || request.postDataJSON()?.dryRun === true
      if (request.method() === 'GET' || isTrial) return route.continue()
      const message = FAULTS[answered % FAULTS.length] ?? ''
      answered += 1
      const errors = [...Object.keys(form.fields), 'somethingElse'].map((field) => ({
        field,
        message: `${message}, ${field}`,
      }))
      const body = { code: 'validation_failed', message: 'The request is invalid. See the field errors.', errors }
      return route.fulfill({ status: 400, json: body })
    })
    try {
      await openForm(form)
      for (const [index, message] of FAULTS.entries()) {
        const dialog = page.locator('dialog[open]')
        const within = (await dialog.count()) > 0 ? dialog : page.locator('main, .sheet, .first-minute').last()
        const scope = form.formName === undefined ? within : within.getByRole('form', { name: form.formName })
        await scope.getByRole('button', { name: form.send }).last().click()
        await expect.poll(() => answered).toBe(index + 1)
        await expect.poll(isBusy).toBe(0)
        // The messages are drawn after the answer has arrived.
        await expect
          .poll(async () => (await shownFaults()).map(([text]) => text))
          .toContain(`somethingElse: ${message}, somethingElse.`)
        const shown = new Map(await shownFaults())
        for (const [field, label] of Object.entries(form.fields))
          expect(shown.get(`${message}, ${field}`), `${form.name}: ${field}`).toMatch(new RegExp(`^${label}`))
        expect(shown.get(`somethingElse: ${message}, somethingElse.`), form.name).toBeNull()
        expect(await page.getByText('The request is').count()).toBe(0)
        // The focus is on the first field with an error.
        expect(
          await page.evaluate(() => {
            const first = [...document.querySelectorAll('.field:has(> .fault), .choice:has(.fault)')][0]
            return first?.contains(document.activeElement)
          }),
          form.name,
        ).toBe(true)
      }
    } finally {
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
})
