import type { BankLineAnswer, CalendarOrdersAnswer, OrderAnswer } from '../../shared/answers.ts'
import { orderState } from '../event/order-state.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { moneyOf, nameOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { bankWords } from '../words/en/bank.ts'
import { splitLine } from './split-line.ts'

const MAX_FOUND = 20

const owedFor = ({ total, payment }: OrderAnswer) => Math.max(0, total - payment.received)

const Order = ({
  order,
  amount,
  act,
  isDisabled = false,
  choose,
}: {
  order: OrderAnswer
  amount: number
  act: string
  isDisabled?: boolean
  choose(): void
}) => (
  <li>
    <span class="grow">
      {order.number}
      <span class="under">
        <bdi>{nameOf(order.buyer) || order.buyer.email}</bdi>
      </span>
    </span>
    {order.status !== 'PENDING' && <Chip {...orderState(order)} />}
    <b class="number">{moneyOf(amount, order.currency)}</b>
    <button type="button" class="button plain" aria-disabled={isDisabled ? 'true' : 'false'} onClick={choose}>
      {act}
    </button>
  </li>
)

/** Searches all orders of the calendar on the server, and splits the line over the orders that a person chooses. */
export const AssignLine = ({
  session,
  line,
  changed,
  close,
}: {
  session: CalendarSession
  line: BankLineAnswer
  changed(): Promise<void>
  close(): void
}) => {
  const words = bankWords()
  const work = useWork()
  const { slug } = session.calendar
  const [text, type] = useState('')
  const [q, find] = useState('')
  const [isEnded, includeEnded] = useState(false)
  const [chosen, choose] = useState<readonly OrderAnswer[]>([])
  const search = { q, currency: line.currency, provider: 'OFFLINE', limit: MAX_FOUND }
  const asked = useAsked(
    () =>
      session.api.get<CalendarOrdersAnswer>(`/calendars/${slug}/orders`, {
        ...search,
        ...(isEnded ? {} : { status: 'PENDING' }),
      }),
    [`${q} ${String(isEnded)}`],
  )
  const { shares, rest, isReady } = splitLine(line.amount, chosen.map(owedFor))
  const isFull = chosen.length > 0 && rest === 0
  const assign = () =>
    void work.run(async () => {
      const orders = chosen.map(({ id }, index) => ({ orderId: id, amount: shares[index] ?? 0 }))
      await session.api.post(`/calendars/${slug}/bank-lines/${line.id}/assign`, { orders })
      close()
      await changed()
    })
  return (
    <Dialog title={words.assignTitle} close={close} wide>
      <div class="stack">
        <p>
          <b>{moneyOf(line.amount, line.currency)}</b> · <bdi>{line.payerName}</bdi> · <bdi>{line.text}</bdi>
        </p>
        {chosen.length > 0 && (
          <>
            <ul class="lines" aria-label={words.chosen}>
              {chosen.map((order, index) => (
                <Order
                  key={order.id}
                  order={order}
                  amount={shares[index] ?? 0}
                  act={words.remove}
                  choose={() => choose(chosen.filter(({ id }) => id !== order.id))}
                />
              ))}
            </ul>
            {rest > 0 && <p role="status">{(isReady ? words.surplus : words.rest)(moneyOf(rest, line.currency))}</p>}
            <button
              type="button"
              class="button"
              aria-disabled={work.isUnderWay || !isReady ? 'true' : 'false'}
              onClick={() => isReady && assign()}
            >
              {words.assign}
            </button>
            <OtherFault work={work} />
          </>
        )}
        <Form send={() => find(text.trim())}>
          <TextField label={words.orderNumber} value={text} set={type} isFocused />
          <CheckField label={words.endedToo} value={isEnded} set={includeEnded} />
          <button class="button plain">{words.find}</button>
        </Form>
        <Shown
          asked={asked}
          rows={2}
          draw={({ data, meta }) => {
            const found = data.filter(({ id }) => !chosen.some((order) => order.id === id))
            return (
              <>
                {data.length === 0 && <p class="soft">{words.noOrder}</p>}
                <ul class="lines" aria-label={words.found}>
                  {found.map((order) => (
                    <Order
                      key={order.id}
                      order={order}
                      amount={owedFor(order)}
                      act={words.choose}
                      isDisabled={isFull}
                      choose={() => {
                        if (!isFull) choose([...chosen, order])
                      }}
                    />
                  ))}
                </ul>
                {meta.hasMore && <p class="soft">{words.moreFit}</p>}
              </>
            )
          }}
        />
      </div>
    </Dialog>
  )
}
