import { Said } from '../../presentation/markup.tsx'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import { ask, need, post, type OwnRegistration, type RefundAccountView } from '../asking.ts'
import { seeOther } from '../event/event-page.tsx'
import { TextField, type Filled } from '../event/fields.tsx'
import { readForm } from '../event/form.ts'
import type { HtmlPage, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { apiPathOf, ownIn, ownPathOf, ownReading, ownWhose, readOwn, secretly } from './own-page.tsx'

const MAX_HOLDER = 70
const MAX_IBAN = 60

/** Only orders paid by bank transfer have refunds that the organiser transfers. */
export const refundAccountFor = async (visit: Visit, { order }: OwnRegistration): Promise<RefundAccountView | null> => {
  if (order === null || order.payment.provider !== 'OFFLINE') return null
  // If an order expires or is cancelled before it is fully paid, the part paid is refunded.
  const hasEnded = order.status === 'EXPIRED' || order.status === 'CANCELLED'
  if (!hasEnded && order.refunded === 0 && order.payment.received === 0) return null
  const { data } = await need<RefundAccountView>(visit.api, `${apiPathOf(visit)}/refund-account`)
  return data.amount === 0 ? null : data
}

/** The account that was entered. U+200E keeps its masked digits in order within Arabic text. */
const accountText = ({ iban, usableAt }: RefundAccountView, timezone: string, language: Language) =>
  iban === null || usableAt === null
    ? null
    : language.words.guest.refundToSaved(`\u200e${iban}`, momentOf(usableAt, timezone, language))

/** Asks the buyer for the account of a refund, or says which one they have entered. */
export const RefundAccountNotice = ({
  account,
  own,
  path,
  language,
}: {
  account: RefundAccountView
  own: OwnRegistration
  path: (rest: string) => string
  language: Language
}) => {
  const { guest } = language.words
  const entered = accountText(account, own.event.timezone, language)
  return (
    <section class="card stack refund-to" aria-labelledby="refund-to">
      <h2 id="refund-to">{guest.refundTo}</h2>
      <p>{entered ?? guest.refundToText(moneyOf(account.amount, account.currency, language))}</p>
      {account.canChange && (
        <p>
          <a class={entered === null ? 'button' : 'button plain'} href={path('/refund-account')}>
            {guest.refundToLink}
          </a>
        </p>
      )}
    </section>
  )
}

const showForm = async (visit: Visit, filled: Filled, status = 200) => {
  const { data: found } = await readOwn(visit)
  const account = await refundAccountFor(visit, found)
  const home = `${ownPathOf(visit)}${visit.url.search}`
  const canEnter = account !== null && account.canChange
  if (!canEnter && filled.problem === null) return seeOther(home)
  const reading = ownReading(visit, found)
  const { language } = reading
  const { words } = language
  const own = ownIn(found, language.locale)
  const entered = account === null ? null : accountText(account, own.event.timezone, language)
  const problem = filled.problem !== null && (
    <p class="notice bad" role="alert">
      {filled.problem.text}
    </p>
  )
  return secretly(own, {
    status,
    ...reading,
    title: words.guest.refundTo,
    style: 'invited',
    body: (
      <Frame whose={{ ...ownWhose(own), href: null }} path={`${ownPathOf(visit)}/refund-account`} reading={reading}>
        <main id="main" class="page narrow stack">
          <h1>{words.guest.refundTo}</h1>
          <p class="lead">
            <Said text={own.event.title} />
          </p>
          {canEnter && <p>{words.guest.refundToText(moneyOf(account.amount, account.currency, language))}</p>}
          {entered !== null && <p class="notice good">{entered}</p>}
          {canEnter ? (
            <form
              method="post"
              action={`${ownPathOf(visit)}/refund-account${visit.url.search}`}
              class="card stack"
              novalidate
              data-check={words.fault.somethingMissing}
            >
              {problem}
              <TextField
                name="holder"
                label={words.guest.accountHolder}
                maxlength={MAX_HOLDER}
                autocomplete="name"
                filled={filled}
                words={words.form}
              />
              <TextField
                name="iban"
                label="IBAN"
                maxlength={MAX_IBAN}
                autocomplete="off"
                filled={filled}
                words={words.form}
              />
              <p class="row">
                <button class="button" type="submit">
                  {words.guest.refundToSave}
                </button>
                <a class="button plain" href={home}>
                  {words.doubt.back}
                </a>
              </p>
            </form>
          ) : (
            <>
              {problem}
              <p>
                <a class="button plain" href={home}>
                  {words.doubt.back}
                </a>
              </p>
            </>
          )}
        </main>
      </Frame>
    ),
  })
}

export const refundAccountPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken/refund-account',
  show: (visit) => showForm(visit, { typed: new URLSearchParams(), problem: null }),
}

export const enterRefundAccountPage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/refund-account',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const body = { holder: typed.get('holder') ?? '', iban: typed.get('iban') ?? '' }
    const answer = await ask<RefundAccountView>(visit.api, `${apiPathOf(visit)}/refund-account`, post(body))
    if (answer.ok) return seeOther(`${ownPathOf(visit)}${visit.url.search}`)
    const { data: own } = await readOwn(visit)
    const { fault: words, guest } = ownReading(visit, own).language.words
    const { status, errors, code } = answer.refusal
    const text =
      errors.length > 0
        ? words.somethingMissing
        : status >= 500
          ? words.unavailable
          : code === 'refund_account_changed_often'
            ? guest.refundToOften
            : words.notNow
    const faults = Object.fromEntries(
      errors.map(({ field, message }) => [
        field,
        field === 'iban' ? words.iban : message.startsWith('Too big') ? words.tooLong : words.unanswered,
      ]),
    )
    return showForm(visit, { typed, problem: { text, faults } }, status)
  },
}
