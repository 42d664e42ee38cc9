import { notFound, refusal, type FieldError } from '../kernel/failure.ts'
import type { AddonOutput } from '../modules/addons/index.ts'
import type { RefundAccountOutput } from '../modules/bank-lines/index.ts'
import type { CalendarOutput } from '../modules/calendars/index.ts'
import type { DocumentOutput, OwnDocumentsOutput } from '../modules/documents/index.ts'
import type { UnsubscribingOutput } from '../modules/communications/index.ts'
import type { DaysOutput, EventOutput } from '../modules/events/index.ts'
import type {
  CancellationTermsOutput,
  DatesRegistrationOutput,
  ManagedRegistrationOutput,
} from '../modules/guests/index.ts'
import type { PaymentWayOutput } from '../modules/payment-accounts/index.ts'
import type { Api } from './page.ts'

/** Types of public API responses. Reading an `OwnRegistration` requires the manage link. */
export type PublicCalendar = Omit<CalendarOutput, 'plan'>
export type PublicAddon = AddonOutput
export type PaymentWay = PaymentWayOutput
export type PublicEvent = Omit<EventOutput, 'meetingUrl'> & {
  /** Add-ons for the order form. The API returns them separately. */
  addons?: readonly PublicAddon[]
  /** Ways to pay for the order form. The API returns them separately. */
  paymentWays?: readonly PaymentWay[]
}
export type EventDays = DaysOutput
export type OwnRegistration = ManagedRegistrationOutput
export type OwnPapers = OwnDocumentsOutput
export type OwnPaper = DocumentOutput
export type RefundAccountView = RefundAccountOutput
export type CancellationView = CancellationTermsOutput
export type DatesRegistrationResult = DatesRegistrationOutput
export type UnsubscribeState = UnsubscribingOutput

/** The body of an API error. */
export interface Refusal {
  status: number
  code: string
  message: string
  errors: FieldError[]
  retryAfterSeconds: number | null
}

/** A response body. Only lists have `totalPages`. */
interface Body<Data> {
  data: Data
  totalPages: number
}
export type PageRead<Data> =
  | { ok: true; data: Data; body: Body<Data>; response: Response }
  | { ok: false; refusal: Refusal }

type ErrorBody = Pick<Refusal, 'code' | 'message' | 'errors'>

const secondsOf = (header: string | null) => (header === null ? null : Number(header))

export const ask = async <Data>(api: Api, path: string, init?: RequestInit): Promise<PageRead<Data>> => {
  const response = await api(path, init)
  if (response.ok) {
    const body = await response.json<Body<Data>>()
    return { ok: true, data: body.data, body, response }
  }
  const { code, message, errors } = await response.json<ErrorBody>()
  const retryAfterSeconds = secondsOf(response.headers.get('Retry-After'))
  return { ok: false, refusal: { status: response.status, code, message, errors, retryAfterSeconds } }
}

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Converts an API error that leaves the page without content to a `Failure`, which `serveRefusal` renders. */
const failureOf = ({ status, message, retryAfterSeconds }: Refusal) => {
  if (status === 404) return notFound()
  const known = status === 429 ? 'rate_limited' : status >= 500 ? 'unavailable' : 'validation_failed'
  return refusal(known, { says: message, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) })
}

export const need = async <Data>(api: Api, path: string, init?: RequestInit) => {
  const asked = await ask<Data>(api, path, init)
  if (!asked.ok) throw failureOf(asked.refusal)
  return asked
}
