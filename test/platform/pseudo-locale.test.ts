import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { pages } from '../../src/pages/registry.ts'
import { registry } from '../../src/registry.ts'
import { languageOf } from '../../src/words/words.ts'
import { send } from '../support/api.ts'
import { deps } from '../support/app.ts'
import { mailsTo } from '../support/database.ts'
import { newCalendar, newEvent } from '../support/factories.ts'
import { mailsFor } from '../support/invites.ts'

type Said = string | ((...given: never[]) => string) | { [key: string]: Said }

/** Wraps every translated text in ⟦⟧, so that text from any other source appears outside the brackets. */
const pseudo = (words: Said): Said => {
  if (typeof words === 'string') return `⟦${words}⟧`
  if (typeof words === 'function') return (...given: never[]) => `⟦${words(...given)}⟧`
  return Object.fromEntries(Object.entries(words).map(([key, each]) => [key, pseudo(each)]))
}

Object.assign(languageOf('nl'), { words: pseudo(languageOf('en').words) })

/** Text that has no translation: `Intl` output, time zones, organiser input and language names. */
const OTHERS = new RegExp(
  [
    String.raw`(?:maan|dins|woens|donder|vrij|zater|zon)dag|\b(?:ma|di|wo|do|vr|za|zo)\b`,
    'januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december',
    String.raw`\b(?:jan|feb|mrt|apr|jun|jul|aug|sep|okt|nov|dec)\b`,
    String.raw`\b(?:UTC|GMT|WET|WEST|CET|CEST|MEZ|MESZ)\b|ics\b`,
    'English|Deutsch|Français|Español|Italiano|Nederlands|Português|Polski|日本語|العربية',
    'Event Calendar(?: [\\w.-]+)?',
    '\\b[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}\\b|\\S+@\\S+|XX[A-Z]*|qr_\\w+|https?:\\S+',
  ].join('|'),
  'giu',
)

const WORDS_IN_TAGS = /\s(?:alt|title|placeholder|aria-label|data-busy|data-button|data-full-screen)="([^"]*)"/g

/**
 * Returns the words outside the brackets in the text of a page and its spoken attributes (`alt`, `title`,
 * `aria-label`).
 */
const strangersIn = (html: string) => {
  const body = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/^[\s\S]*?<body/, '<body')
  const spoken = [...body.matchAll(WORDS_IN_TAGS)].map(([, said]) => said ?? '')
  let text = [body.replaceAll(/<[^>]+>/g, ' '), ...spoken].join('\n').replaceAll(/&\w+;|&#\d+;/g, ' ')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  return text.replaceAll(OTHERS, ' ').match(/\p{L}{2,}/gu) ?? []
}

const app = createApp(registry, deps, pages)
const read = async (path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  headers.set('Accept', 'text/html')
  const answer = await app.request(path, { ...init, headers }, env)
  return { answer, html: await answer.text() }
}

it('all text on pages and in emails comes from the translations', async () => {
  expect(strangersIn('<body><p title="Told">⟦a ⟦b⟧⟧ Hello</p>')).toEqual(['Hello', 'Told'])
  const calendar = await newCalendar({ name: 'XX', plan: 'PLUS', locale: 'nl' })
  const event = await newEvent(calendar, {
    title: 'XX',
    description: 'XX',
    tags: ['XX'],
    capacity: 5,
    location: { name: 'XX', address: 'XX', city: 'XX' },
    tickets: [
      { name: 'XXA', price: 1000, currency: 'EUR', type: 'PAID' },
      { name: 'XXB', capacity: 3 },
    ],
    registrationQuestions: [{ label: 'XX', type: 'SELECT', required: true, options: ['XX', 'XXB'] }],
  })
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const rule = { startAt: `${dayIn(2)}T18:00`, durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY;COUNT=3' }
  const series = await send('POST /series', {
    as: calendar.owner,
    json: {
      calendarSlug: calendar.slug,
      template: { title: 'XX', slug: 'weekly-xx', tickets: [{ name: 'XX' }] },
      ...rule,
    },
  })
  expect(series.body.data.eventCount).toBe(3)
  const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  const [, free] = event.tickets
  const [question] = event.registrationQuestions
  const fields = {
    firstName: 'XX',
    lastName: 'XX',
    email: 'xx@pseudo.test',
    ticketId: free.id,
    [`answer.${question.id}`]: 'XX',
  }
  const landed = await read(`/e/${event.slug}`, { ...form, body: new URLSearchParams(fields).toString() })
  const ticket = landed.answer.headers.get('Location') ?? ''
  expect([landed.answer.status, ticket]).toEqual([303, expect.stringMatching(/^\/r\//)])
  const faulty = await read(`/e/${event.slug}`, { ...form, body: 'email=no' })
  expect([faulty.answer.status, strangersIn(faulty.html)]).toEqual([400, []])
  for (const path of [
    `/c/${calendar.slug}`,
    `/c/${calendar.slug}?view=month`,
    `/c/${calendar.slug}?past=true`,
    `/c/${calendar.slug}?q=none`,
    `/e/${event.slug}`,
    `/e/weekly-xx-${dayIn(9)}`,
    `/e/${event.slug}/already`,
    `/e/${event.slug}/lost-link`,
    ticket,
    `${ticket}/cancel`,
    `/e/none?lang=nl`,
    `/api/calendars/${calendar.slug}/embed?locale=nl`,
  ]) {
    const { html } = await read(path)
    expect([path, html.includes('⟦')]).toEqual([path, true])
    expect([path, strangersIn(html)]).toEqual([path, []])
  }

  const production = { ...deps.config, environment: 'production' as const }
  const home = await createApp(registry, { ...deps, config: production }, pages).request('/?lang=nl')
  expect(strangersIn(await home.text())).toEqual([])

  const expectOurs = ({ kind, html, text, subject }: Awaited<ReturnType<typeof mailsFor>>[number]) =>
    expect([kind, strangersIn(`<body>${html}</body>`), strangersIn(`<body>${text} ${subject}</body>`)]).toEqual([
      kind,
      [],
      [],
    ])

  // The reminders and the unsubscribe page.
  const reminded = await send(`POST /events/${event.id}/reminders`, { as: calendar.owner, json: {} })
  expect(reminded.body.data.subject).toBe('⟦Reminder: XX⟧')
  await expect.poll(async () => (await mailsTo(fields.email)).map(({ kind }) => kind)).toContain('reminder')
  const reminder = (await mailsFor(fields.email, deps)).find(({ kind }) => kind === 'reminder')!
  expectOurs(reminder)
  const [, link = ''] = /^<(.*)>$/.exec(reminder.headers['List-Unsubscribe'] ?? '') ?? []
  const led = await read(new URL(link).pathname)
  expect(led.answer.status).toBe(302)
  const { pathname: asking } = new URL(led.answer.headers.get('Location') ?? '')
  for (const method of ['GET', 'POST']) {
    const { answer, html } = await read(asking, { method })
    expect([method, answer.status, html.includes('⟦'), strangersIn(html)]).toEqual([method, 200, true, []])
  }

  // The emails about a payment due, a changed venue, an invitation and a cancelled event.
  const asked = 'asked@pseudo.test'
  await send(`POST /events/${event.id}/guests/invite`, { as: calendar.owner, json: { emails: [asked] } })
  await send(`PATCH /events/${event.id}`, { as: calendar.owner, json: { location: { name: 'XXB' } } })
  await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: { reason: 'XX' } })
  for (const email of [fields.email, asked]) {
    const mails = await mailsFor(email, deps)
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) expectOurs(mail)
  }
})
