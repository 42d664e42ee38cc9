import type { Child } from 'hono/jsx/dom'
import { render } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type { EventAnswer, GuestAnswer } from '../../shared/answers.ts'
import { save } from '../parts/files.ts'
import { Qr } from '../parts/qr.tsx'
import { nameOf, spanOf } from '../parts/words.ts'
import { guestState, isGone } from './guest-state.ts'

export const saveCsv = async (api: Api, event: EventAnswer) =>
  save(`${event.slug}-guests.csv`, await api.file(`/events/${event.id}/export`, { format: 'csv', bom: true }))

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

export const printList = async (api: Api, event: EventAnswer) => {
  const guests = await comingOf(api, event)
  print(
    <>
      <h1>{event.title}</h1>
      <p>{spanOf(event)}</p>
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Email</th>
            <th>Ticket</th>
            <th>Status</th>
            <th>Arrived</th>
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

export const printBadges = async (api: Api, event: EventAnswer) => {
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
