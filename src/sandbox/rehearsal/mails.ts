import type { Instant } from '../../kernel/time.ts'
import type { Books } from '../books.ts'

export interface CapturedMail {
  id: string
  eventId: string | null
  at: Instant
  kind: string
  to: string
  /** Number of the invented guest; null for the organiser. */
  guest: number | null
  subject: string
  html: string
  text: string
  /** Links into the sandbox, which `findings` checks. */
  links: string[]
}

const HREF = /\bhref="[^"]*"/g
const numberOf = (address: string) => {
  const [, number] = /^(?:guest|friend)(\d+)@rehearsal\.invalid$/.exec(address) ?? []
  return number === undefined ? null : Number(number)
}

interface MailRow extends Record<string, SqlStorageValue> {
  id: string
  at: number
  kind: string
  recipient: string
  message: string
}

interface MailContent {
  subject: string
  html: string
  text: string
  eventId: string | null
}

/**
 * Replaces text that doesn't come from the seed: order numbers, short codes, ids and the tokens of links. Otherwise two
 * rehearsals with the same seed would differ. Links into the deleted sandbox wouldn't work anyway.
 */
const steadied = (text: string, randoms: ReadonlyMap<string, string>) => {
  let steady = text
  for (const [random, shown] of randoms) steady = steady.replaceAll(random, shown)
  return steady.replaceAll(/https?:\/\/\S*\/s\/sbx_[^\s"'<>)]*/g, '#').replaceAll(/sbx[_-]\w{10}/gi, 'test')
}

const randomsIn = (books: Books): Map<string, string> => {
  const orders = books.rows<{ number: string }>('select number from orders')
  const guests = books.rows<{ code: string | null }>('select short_code as code from guests')
  return new Map([
    ...orders.map(({ number }) => [number, '0123456789AB'] as const),
    ...guests.flatMap(({ code }) =>
      code === null
        ? []
        : ([
            [code, 'ABC234'],
            [`${code.slice(0, 3)}-${code.slice(3)}`, 'ABC-234'],
          ] as const),
    ),
  ])
}

export const readMails = (books: Books): CapturedMail[] => {
  const randoms = randomsIn(books)
  return books
    .rows<MailRow>('select id, at, kind, recipient, message from sandbox_mails order by at, rowid')
    .map(({ id, at, kind, recipient, message }) => {
      const { subject, html, text, eventId } = JSON.parse(message) as MailContent
      const links = [...html.matchAll(/\bhref="([^"]*\/s\/sbx_[^"]*)"/g)].map(([, url = '']) =>
        url.replaceAll('&amp;', '&'),
      )
      return {
        id,
        eventId,
        at,
        kind,
        to: recipient,
        guest: numberOf(recipient),
        subject: steadied(subject, randoms),
        html: steadied(html.replaceAll(HREF, 'href="#"'), randoms),
        text: steadied(text, randoms),
        links,
      }
    })
}
