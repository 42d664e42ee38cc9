import type { Child } from 'hono/jsx/dom'
import { render } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type { EventAnswer, GuestAnswer } from '../../shared/answers.ts'
import { orTell, type CalendarSession } from '../session.ts'
import { save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Qr } from '../parts/qr.tsx'
import { nameOf, spanOf } from '../parts/words.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import { localeSpoken } from '../words/loaded.ts'
import { guestState, isGone } from './guest-state.ts'

const saveCsv = async (api: Api, event: EventAnswer) =>
  save(
    `${event.slug}-guests.csv`,
    await api.file(`/events/${event.id}/export`, { format: 'csv', bom: true, headings: localeSpoken() }),
  )

/** Prints `content` instead of the page and removes it on `afterprint`. */
export const print = (content: Child) => {
  const paper = document.createElement('div')
  paper.className = 'paper'
  document.body.append(paper)
  document.body.classList.add('printing')
  render(content, paper)
  const done = () => {
    document.body.classList.remove('printing')
    paper.remove()
  }
  addEventListener('afterprint', done, { once: true })
  window.print()
}

/** `Lovelace, Ada`, or the only name of a guest who has one. */
const listName = ({ lastName, firstName }: GuestAnswer) =>
  [lastName, firstName].filter((name) => name !== '').join(', ')

/** Returns the guests who may attend, sorted by name. */
const comingOf = async (api: Api, event: EventAnswer) => {
  const file = await api.file(`/events/${event.id}/export`, { format: 'json' })
  const { data } = JSON.parse(await file.text()) as { data: GuestAnswer[] }
  return data
    .filter(({ status }) => !isGone(status) && status !== 'INVITED')
    .toSorted((left, right) => listName(left).localeCompare(listName(right)))
}

const printList = async (api: Api, event: EventAnswer) => {
  const terms = termsWords()
  const guests = await comingOf(api, event)
  print(
    <>
      <h1>{event.title}</h1>
      <p>{spanOf(event)}</p>
      <table>
        <thead>
          <tr>
            <th>{terms.name}</th>
            <th>{terms.email}</th>
            <th>{terms.ticket}</th>
            <th>{terms.status}</th>
            <th>{guestsWords().papers.arrived}</th>
          </tr>
        </thead>
        <tbody>
          {guests.map((guest) => (
            <tr key={guest.id}>
              <td>{listName(guest)}</td>
              <td>{guest.email}</td>
              <td>{guest.ticket?.name ?? ''}</td>
              <td>{guestState(guest).words}</td>
              <td>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>,
  )
}

const printBadges = async (api: Api, event: EventAnswer) => {
  const guests = (await comingOf(api, event)).filter(({ status }) => status === 'CONFIRMED' || status === 'CHECKED_IN')
  print(
    <div class="badges">
      {guests.map((guest) => (
        <div class="badge" key={guest.id}>
          <div>
            <strong>{nameOf(guest)}</strong>
            <p>{guest.ticket?.name ?? ''}</p>
            <p>{event.title}</p>
          </div>
          {guest.qrCode !== undefined && <Qr text={guest.qrCode} label={nameOf(guest)} />}
        </div>
      ))}
    </div>,
  )
}

/** Menu entries that save or print the guest list. */
export const PapersEntries = ({ session, event }: { session: CalendarSession; event: EventAnswer }) => {
  const words = guestsWords().papers
  const { api } = session
  return (
    <>
      <button type="button" onClick={() => void orTell(session, () => saveCsv(api, event))}>
        <Icon name="download" /> {words.csv}
      </button>
      <button type="button" onClick={() => void orTell(session, () => printList(api, event))}>
        <Icon name="print" /> {words.printList}
      </button>
      <button type="button" onClick={() => void orTell(session, () => printBadges(api, event))}>
        <Icon name="ticket" /> {words.printBadges}
      </button>
    </>
  )
}

export const PapersMenu = (about: { session: CalendarSession; event: EventAnswer }) => (
  <Menu
    look="button plain hide-small"
    button={
      <>
        <Icon name="download" /> {guestsWords().papers.menu} <Icon name="down" />
      </>
    }
  >
    <PapersEntries {...about} />
  </Menu>
)
