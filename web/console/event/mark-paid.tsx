import type { EventAnswer, OrderAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { useFields } from '../parts/use-fields.ts'
import { localOf, moneyOf, nameOf } from '../parts/words.ts'
import { ordersWords } from '../words/en/orders.ts'
import { termsWords } from '../words/en/terms.ts'

interface Paying {
  session: CalendarSession
  event: EventAnswer
  order: OrderAnswer
  close: () => void
  done: () => Promise<void>
}

const MAX_NOTE_LENGTH = 200

const pathOf = ({ event, order }: Paying) => `/events/${event.id}/orders/${order.id}`

/** Asks when the money arrived, and for a note. */
export const MarkPaid = (paying: Paying) => {
  const { session, event, order, close, done } = paying
  const words = ordersWords().markPaid
  const today = localOf(new Date().toISOString(), event.timezone).date
  const work = useWork()
  const { values, field, shown, orNull } = useFields({ paidOn: today, note: '' }, work)
  const send = () =>
    void work
      .run(async () => {
        await session.api.post(`${pathOf(paying)}/mark-paid`, {
          ...(values.paidOn === '' ? {} : { paidOn: values.paidOn }),
          note: orNull('note'),
        })
        await done()
        session.toast(ordersWords().sheet.markedAsPaid)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title(order.number)} close={close}>
      <Form send={send}>
        <p class="soft">{words.owes(nameOf(order.buyer), moneyOf(order.total, order.currency))}</p>
        <TextField label={words.date} type="date" max={today} {...field('paidOn')} isFocused />
        <TextField
          label={words.note}
          aside={termsWords().optional}
          {...field('note')}
          hint={words.noteHint(MAX_NOTE_LENGTH)}
        />
        <p>{words.email}</p>
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Confirms and explains the effects on order and guests. */
export const TakeBack = (paying: Paying) => {
  const { session, order, close, done } = paying
  const words = ordersWords().takeBack
  return (
    <Ask
      title={words.title(order.number)}
      action={words.action}
      refuse={words.keep}
      isDangerous
      close={close}
      act={async () => {
        await session.api.post(`${pathOf(paying)}/mark-unpaid`)
        await done()
        session.toast(words.done)
      }}
    >
      <p>{words.means}</p>
      <p>{words.email}</p>
    </Ask>
  )
}
