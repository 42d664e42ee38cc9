import { referenceOfOrder } from '../../src/kernel/bank-transfer.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { send } from './api.ts'
import { newEvent, person, type Calendar } from './factories.ts'
import { tokenFor } from './identity.ts'

const IBAN = 'DE89370400440532013000'
export const PAYER_IBAN = 'FR1420041010050500013M02606'
export const PRICE = 11_900

/** Sends a request as the owner, who signed in `minutes` ago. */
export const asOwner = async ({ owner }: Pick<Calendar, 'owner'>, line: string, json?: unknown, minutes = 1) => {
  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 })
  return send(line, { token, ...(json === undefined ? {} : { json }) })
}

export const openBank = async (home: Pick<Calendar, 'owner' | 'slug'>, fields = {}) => {
  const json = { holder: 'Musikverein Höchst e. V.', iban: IBAN, currency: 'EUR', ...fields }
  const made = await asOwner(home, `POST /calendars/${home.slug}/bank-accounts`, json)
  if (made.status !== 200) throw new Error(`no bank account: ${made.text}`)
  return made.body.data as { id: string }
}

export const eventIn = (home: Calendar, days: number, price = PRICE, fields = {}) =>
  newEvent(
    home,
    {
      startAt: new Date(Date.now() + days * DAY_MS).toISOString(),
      endAt: new Date(Date.now() + (days + 1) * DAY_MS).toISOString(),
      ...fields,
    },
    { price },
  )

export const buyByTransfer = async (event: { id: string }, fields = {}) => {
  const bought = await send(`POST /public/events/${event.id}/registrations`, { json: { ...person(), ...fields } })
  if (bought.status >= 300) throw new Error(`no order: ${bought.text}`)
  const { order, guest, manageUrl } = bought.body.data
  return { order, guest, token: String(manageUrl).split('/').at(-1) ?? '', reference: referenceOfOrder(order.number) }
}

let counted = 0
/** A line as a bank would write it, with a unique bank reference. */
export const transfer = (fields: Record<string, unknown> = {}) => ({
  bookedOn: new Date().toISOString().slice(0, 10),
  amount: PRICE,
  currency: 'EUR',
  payerName: 'Ada Lovelace',
  payerIban: PAYER_IBAN,
  text: '',
  reference: null,
  bankReference: `B${(counted += 1)}`,
  ...fields,
})

export const importLines = (
  home: Pick<Calendar, 'owner' | 'slug'>,
  bankAccountId: string,
  lines: readonly unknown[],
  fields = {},
) => asOwner(home, `POST /calendars/${home.slug}/bank-lines`, { bankAccountId, lines, ...fields })
