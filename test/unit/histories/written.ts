import type { Act, Checker, Delivery, Entry, History, Outcome, Webhook } from '../../../histories/history.ts'

let step = 0

const entry = (from: number, to: number, outcome: Outcome, act: Act): Entry => {
  step += 1
  return { socket: 0, step, from, to, outcome, act }
}

/** A request that was sent at `from` and answered with 2xx at `to`. */
export const done = (from: number, to: number, act: Act) => entry(from, to, 'done', act)
/** A request that was sent at `from` and whose response never arrived. */
export const maybe = (from: number, act: Act) => entry(from, Infinity, 'maybe', act)
export const refused = (from: number, to: number, act: Act) => entry(from, to, 'refused', act)

export const history = (entries: Entry[], more: Partial<History> = {}): History => ({
  entries,
  initial: {},
  limits: { seats: { hall: 1 }, keys: 1, coupons: { TENTH: 1 } },
  webhooks: [],
  deliveries: [],
  replicas: [],
  isDrained: false,
  ...more,
})

export const webhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  event: null,
  types: ['guest.registered'],
  isActive: true,
  ...more,
})

let sent = 0
export const delivery = (to: string, subject: string, more: Partial<Delivery> = {}): Delivery => {
  sent += 1
  return {
    id: `del_${sent}`,
    webhook: to,
    type: 'guest.registered',
    event: 'hall',
    about: `${subject}@example.org`,
    subject,
    status: 'succeeded',
    bodies: ['{}'],
    ...more,
  }
}

export const violationsOf = (check: Checker, entries: Entry[], more: Partial<History> = {}) =>
  check(history(entries, more)).violations
