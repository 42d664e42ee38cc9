import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { scanByHand, verdictOf } from '../../../harness/kiosk.ts'
import { useWorkspace } from '../../../harness/workspace.ts'
import { languageOf } from '../../../src/words/words.ts'
import { calendarWords } from '../../../web/console/words/en/calendar.ts'
import { doorWords } from '../../../web/console/words/en/door.ts'
import { editorWords } from '../../../web/console/words/en/editor.ts'
import { erasureWords } from '../../../web/console/words/en/erasure.ts'
import { eventFieldsWords } from '../../../web/console/words/en/event-fields.ts'
import { eventFormWords } from '../../../web/console/words/en/event-form.ts'
import { eventsWords } from '../../../web/console/words/en/events.ts'
import { frameWords } from '../../../web/console/words/en/frame.ts'
import { guestSheetWords } from '../../../web/console/words/en/guest-sheet.ts'
import { guestsWords } from '../../../web/console/words/en/guests.ts'
import { messagesWords } from '../../../web/console/words/en/messages.ts'
import { numbersWords } from '../../../web/console/words/en/numbers.ts'
import { ordersWords } from '../../../web/console/words/en/orders.ts'
import { overviewWords } from '../../../web/console/words/en/overview.ts'
import { questionsWords } from '../../../web/console/words/en/questions.ts'
import { settingsWords } from '../../../web/console/words/en/settings.ts'
import { shareWords } from '../../../web/console/words/en/share.ts'
import { termsWords } from '../../../web/console/words/en/terms.ts'
import { ticketsWords } from '../../../web/console/words/en/tickets.ts'
import { speakIn } from '../../../web/console/words/languages.ts'
import { de as kioskInGerman } from '../../../web/kiosk/words/de.ts'
import { en as kioskInEnglish } from '../../../web/kiosk/words/en.ts'

/** Limits of clicks and presses for an organiser and three guests, from an empty account to its deletion. */
const BUDGET = 190

const PHONE = { width: 390, height: 844 }
const CALENDAR = 'Quayside Players'
const EVENT = 'Quartets by the water'
const [PAID, REVIEWED] = ['Parterre', 'Students']
const EATS = 'Soup'

const { origin, openAt } = useWorkspace('life')

/** Counts clicks, presses and filled fields. Choosing from a list takes two. */
class Hand {
  count = 0
  click(target: Locator) {
    this.count += 1
    return target.click()
  }
  press(page: Page, key: string) {
    this.count += 1
    return page.keyboard.press(key)
  }
  fill(target: Locator, text: string) {
    this.count += 1
    return target.fill(text)
  }
  check(target: Locator) {
    this.count += 1
    return target.check()
  }
  choose(target: Locator, option: string | { label: string }) {
    this.count += 2
    return target.selectOption(option)
  }
}

/** Matches a text with any value in it. */
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const startsWith = (text: string) => new RegExp(`^${escaped(text)}`)
const contains = (text: string) => new RegExp(escaped(text))
/** Labels of fields may be followed by a hint such as “optional”. */
const labelled = (within: Page | Locator, label: string) => within.getByLabel(startsWith(label)).first()
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: startsWith(name.replace(/…$/, '')) }).first()
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name: contains(name) }).first()
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: editorWords().frame.tabs }).getByRole('link', { name, exact: true })

describe.each([
  ['en', 'en-GB', kioskInEnglish()],
  ['de', 'de-DE', kioskInGerman()],
] as const)('the whole life of an event in %s', (locale, browserLocale, kioskWords) => {
  it(`takes at most ${BUDGET} clicks and presses from an empty account to leaving`, async () => {
    await speakIn(locale)
    const guestWords = languageOf(locale).words
    const [terms, frame, sheet] = [termsWords(), frameWords(), guestSheetWords()]
    const hand = new Hand()
    const user = `mira-${locale}`
    const page = await openAt('/console', { locale: browserLocale })
    page.setDefaultTimeout(15_000)

    // Account, calendar and event.
    await hand.click(button(page, frame.signIn))
    await hand.fill(page.getByRole('textbox'), user)
    await hand.press(page, 'Enter')
    await page.getByRole('heading', { name: calendarWords().newCalendar.firstTitle }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
    const named = `${CALENDAR} ${locale}`
    await hand.fill(labelled(page, terms.name), named)
    await hand.press(page, 'Control+Enter')
    await page.getByRole('heading', { name: eventFormWords().first.title }).waitFor()
    const fields = eventFieldsWords()
    await hand.fill(labelled(page, fields.details.eventTitle), `${EVENT} ${locale}`)
    await hand.fill(labelled(page, fields.details.description), 'Haydn, and soup.')
    await hand.fill(labelled(page, fields.location.venue), 'São Roque')
    for (const [name, price] of [
      [PAID, '12.50'],
      [REVIEWED, ''],
    ] as const) {
      await hand.click(button(page, fields.tickets.add))
      const line = page.locator('.ticket-line').last()
      await hand.fill(labelled(line, terms.name), name)
      if (price !== '') await hand.fill(labelled(line, fields.tickets.price), price)
      await hand.fill(labelled(line, fields.tickets.seats), '40')
    }
    await hand.press(page, 'Control+Enter')
    await page.getByRole('heading', { name: shareWords().title.published }).waitFor()
    const address = (await page.locator('.line code').first().textContent()) ?? ''
    expect(address).toMatch(/\/e\/quartets-by-the-water/)
    await hand.click(link(page, shareWords().openWorkspace))

    // A question, and approval for one of the tickets.
    await hand.click(tab(page, frame.tabs.tickets))
    const asking = questionsWords()
    await hand.click(button(page, asking.list.add))
    const question = page.getByRole('dialog')
    await hand.fill(labelled(question, asking.form.question), 'What do you eat?')
    await hand.choose(labelled(question, asking.form.answerType), { label: asking.types.SELECT })
    await hand.fill(labelled(question, asking.form.options), `${EATS}\nBread`)
    await hand.check(labelled(question, asking.form.required))
    await hand.check(labelled(question, asking.form.shownAtDoor))
    await hand.click(button(question, asking.form.add))
    await question.waitFor({ state: 'hidden' })
    await hand.click(link(page, REVIEWED))
    const ticket = page.getByRole('complementary', { name: REVIEWED })
    await hand.check(labelled(ticket, ticketsWords().sheet.requireApproval))
    await hand.click(button(ticket, ticketsWords().sheet.save))
    await ticket.waitFor({ state: 'hidden' })

    // Three guests.
    const path = new URL(address).pathname
    const orderAs = async (firstName: string, lastName: string, ticketName: string) => {
      const visitor = await openAt(path, { locale: browserLocale })
      await hand.click(button(visitor, guestWords.ticket.more(ticketName)))
      await hand.click(visitor.locator('[data-go]'))
      await hand.fill(labelled(visitor, guestWords.form.firstName), firstName)
      await hand.fill(labelled(visitor, guestWords.form.lastName), lastName)
      await hand.fill(labelled(visitor, guestWords.form.email), `${firstName.toLowerCase()}-${locale}@guests.example`)
      const choice = visitor.getByLabel(startsWith('What do you eat?'))
      await ((await choice.first().evaluate((element) => element.tagName === 'SELECT'))
        ? hand.choose(choice.first(), EATS)
        : hand.check(visitor.getByLabel(EATS)))
      await hand.click(visitor.locator('.order button[type=submit]:visible').last())
      await visitor.waitForURL(/\/r\//)
      await visitor.context().close()
    }
    await orderAs('Ada', 'Lovelace', PAID)
    await orderAs('Grace', 'Hopper', REVIEWED)
    await orderAs('Edsger', 'Dijkstra', REVIEWED)

    // The overview names what needs the organiser: two requests and an order.
    await hand.click(tab(page, frame.tabs.overview))
    await page.reload()
    const needs = overviewWords().needs
    await page.getByText(needs.unpaid.title(1)).waitFor()
    await hand.click(link(page, needs.button(needs.approvals.action, needs.approvals.title(2))))
    await hand.click(link(page, 'Grace Hopper'))
    const grace = page.getByRole('complementary', { name: 'Grace Hopper' })
    await hand.click(button(grace, sheet.approve))
    await page.getByText(sheet.approved('Grace Hopper')).waitFor()
    await grace.getByText(terms.guestStatuses.CONFIRMED, { exact: true }).first().waitFor()
    await hand.press(page, 'Escape')
    await hand.click(link(page, 'Edsger Dijkstra'))
    const edsger = page.getByRole('complementary', { name: 'Edsger Dijkstra' })
    await hand.click(button(edsger, sheet.decline))
    const declining = page.getByRole('dialog')
    await hand.fill(labelled(declining, guestsWords().declining.message), 'Next time.')
    await hand.click(button(declining, guestsWords().declining.action))
    await edsger.getByText(guestsWords().declining.state).waitFor()
    await edsger.getByText(terms.guestStatuses.DECLINED, { exact: true }).first().waitFor({ timeout: 25_000 })
    await hand.press(page, 'Escape')

    // Payment.
    await hand.click(tab(page, frame.tabs.orders))
    await hand.click(page.getByRole('table').getByRole('link', { name: /Ada Lovelace/ }))
    await hand.click(button(page, ordersWords().sheet.markAsPaid))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: startsWith(ordersWords().markPaid.action) }))
    await page.getByText(ordersWords().sheet.markedAsPaid).waitFor()
    await hand.press(page, 'Escape')

    // A message to the two guests who come.
    await hand.click(tab(page, frame.tabs.messages))
    const { write, list } = messagesWords()
    const letter = page.getByRole('form', { name: write.title })
    await hand.fill(labelled(letter, write.subject), 'Where to come in')
    await hand.fill(labelled(letter, write.message), 'By the **quay side**.')
    await hand.click(button(letter, write.sendTo(2)))
    await page.getByRole('list', { name: list.title }).getByText(list.sent('2', 2)).waitFor()

    // The door: opened early, on a phone.
    await hand.click(tab(page, frame.tabs.door))
    const { hours, openKiosk, progress } = doorWords()
    await hand.click(button(page, hours.edit))
    const times = page.getByRole('dialog', { name: hours.title })
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await hand.fill(labelled(times, hours.opensLabel), `${yesterday}T09:00`)
    await hand.click(button(times, hours.save))
    await times.waitFor({ state: 'hidden' })
    await page.getByText(progress.live, { exact: true }).waitFor()
    const [kiosk] = await Promise.all([page.context().waitForEvent('page'), hand.click(link(page, openKiosk))])
    await kiosk.setViewportSize(PHONE)
    await kiosk.getByText(kioskWords.door.states.up, { exact: true }).waitFor()
    await hand.click(kiosk.getByRole('button', { name: kioskWords.door.typeName }))
    await hand.fill(kiosk.getByLabel(kioskWords.search.field), 'lovelace')
    await hand.click(kiosk.getByRole('button', { name: /Ada Lovelace/ }))
    await kiosk.getByText(EATS).waitFor()
    await hand.click(kiosk.getByRole('button', { name: kioskWords.verdict.admit, exact: true }))
    await verdictOf(kiosk, 'good').getByText('Ada Lovelace').waitFor()
    await hand.click(kiosk.getByRole('button', { name: kioskWords.verdict.next }))
    await kiosk.locator('dialog.verdict').waitFor({ state: 'hidden' })
    await scanByHand(kiosk, 'ZZZ-999')
    hand.count += 1
    await verdictOf(kiosk, 'stop').getByText(kioskWords.verdict.otherEvent).waitFor()
    await kiosk.close()
    await page.locator('.huge strong', { hasText: '1' }).waitFor()

    // The guest list as a file, and a seat in the stalls for Grace, free of charge.
    await hand.click(tab(page, frame.tabs.guests))
    const papers = guestsWords().papers
    await hand.click(button(page, papers.menu))
    const [file] = await Promise.all([page.waitForEvent('download'), hand.click(button(page, papers.csv))])
    expect(file.suggestedFilename()).toMatch(/-guests\.csv$/)
    await hand.click(link(page, 'Grace Hopper'))
    await hand.click(button(grace, terms.edit))
    const edit = page.getByRole('dialog', { name: sheet.edit.title('Grace Hopper') })
    await hand.choose(labelled(edit, terms.ticket), { label: sheet.edit.ticketLeft(PAID, '39') })
    await edit.getByText(sheet.edit.ticketMoved).waitFor()
    await hand.click(button(edit, sheet.edit.saveAndEmail))
    await page.getByText(sheet.edit.saved).waitFor()
    await grace.getByText(PAID, { exact: true }).first().waitFor()
    await hand.press(page, 'Escape')

    // Cancelling the event refunds what was paid.
    await hand.click(button(page, eventsWords().menu.label(`${EVENT} ${locale}`)))
    await hand.click(button(page, eventsWords().menu.cancel))
    const cancelling = page.getByRole('dialog')
    await hand.fill(labelled(cancelling, eventsWords().cancelDialog.reason), 'The cellist is ill.')
    await hand.click(button(cancelling, eventsWords().cancelDialog.cancelAndEmail(2)))
    await page.getByText(eventsWords().cancelDialog.cancelledAndEmailing(2)).waitFor()
    const refunding = page.getByRole('dialog').filter({ visible: true })
    await hand.click(refunding.locator('footer .button:not(.bare)').last())
    await refunding.getByRole('list').first().waitFor()
    await hand.press(page, 'Escape')

    // Numbers.
    await hand.click(
      page.getByRole('navigation', { name: frame.sectionsLabel }).getByRole('link', { name: frame.sections.numbers }),
    )
    const numbers = numbersWords()
    const figures = page.locator('dl.figures').first()
    await figures.waitFor()
    const figure = (label: string) => figures.locator('div').filter({ hasText: label }).locator('dd').first()
    await expect.poll(() => figure(numbers.registrations.figure).textContent()).toContain('3')
    await expect.poll(() => figure(numbers.checkIns.figure).textContent()).toContain('1')

    // Leaving: everything as a file, then the event, the calendar and the account.
    await hand.click(
      page.getByRole('navigation', { name: frame.sectionsLabel }).getByRole('link', { name: frame.sections.settings }),
    )
    const erasing = erasureWords()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      hand.click(button(page, erasing.download.button)),
    ])
    expect(archive.suggestedFilename()).toMatch(/\.zip$/)
    await hand.click(button(page, settingsWords().danger.delete))
    const [before = '', after = ''] = erasing.confirm('|').split('|')
    const typeAndErase = async (title: string) => {
      const dialog = page.getByRole('dialog', { name: title })
      const asked = (await dialog.locator('label').last().textContent())?.trim() ?? ''
      await hand.fill(dialog.getByRole('textbox'), asked.slice(before.length, asked.length - after.length))
      await hand.click(button(dialog, erasing.request))
      await dialog.waitFor({ state: 'hidden' })
    }
    await typeAndErase(erasing.title.calendar(named))
    await page.getByText(erasing.requested.calendar).first().waitFor()
    await hand.click(button(page, `${frame.accountOf} ${user}`))
    await hand.click(button(page, frame.deleteAccount))
    await typeAndErase(erasing.title.account)
    await page.getByText(erasing.requested.account).first().waitFor()
    expect(page.url()).toContain(origin())

    console.log(`The whole life of an event in ${locale} took ${hand.count} clicks and presses.`)
    expect(hand.count).toBeLessThanOrEqual(BUDGET)
  })
})
