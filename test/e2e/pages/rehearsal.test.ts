import { describe, expect, it } from 'vitest'
import { useWorkspace } from '../../../harness/workspace.ts'

const { signedIn, api } = useWorkspace('rehearsal')

const PARTS = [
  'Places and emails over time',
  'Findings',
  'Timeline',
  'Emails as guests get them',
  'Money',
  'At the door',
]
const REHEARSED_WITHIN_MS = 60_000

describe('the tab “Rehearsal” of an event', () => {
  it('rehearses the event and leads from each finding to the field that repairs it', async () => {
    const { data: event } = await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Lantern Walk',
      startAt: '2031-05-02T18:00:00Z',
      endAt: '2031-05-02T20:00:00Z',
      timezone: 'Europe/Lisbon',
      status: 'PUBLISHED',
      capacity: 20,
      waitlistEnabled: true,
      checkInOpensAt: '2031-05-02T17:55:00Z',
      reminderMinutes: [600, 300, 120, 60],
      tickets: [{ name: 'Lantern', price: 1_200, currency: 'EUR' }],
    })
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/rehearsal`)
    await page.getByRole('button', { name: 'Rehearse event' }).click()
    await page.getByRole('heading', { name: 'Findings' }).waitFor({ timeout: REHEARSED_WITHIN_MS })
    for (const name of PARTS) expect(await page.getByRole('heading', { name }).count(), name).toBe(1)
    const repair = async (finding: string) => {
      await page.getByRole('listitem').filter({ hasText: finding }).getByRole('link', { name: 'Fix it' }).click()
    }
    await repair('Guests arrive before check-in opens')
    await page.getByRole('button', { name: 'Edit times' }).waitFor()
    await page.goBack()
    await repair('A ticket is still on sale after the start')
    // Without a time here, registration closes at the end of the event, which is why this was found.
    await page.getByLabel('Closes blank = at the end').waitFor()
    await page.goBack()
    await repair('A guest gets more than three emails in one day')
    await page.getByRole('group', { name: 'Email reminders' }).waitFor()
  })
})
