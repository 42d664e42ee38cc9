import type { Child } from 'hono/jsx/dom'
import { useRef } from 'hono/jsx/dom'
import type { TicketAnswer } from '../../shared/answers.ts'
import type { Api } from '../../shared/api.ts'
import { Icon } from '../parts/icon.tsx'
import { ticketsWords } from '../words/en/tickets.ts'

/** Returns the tickets with the named one at index `to`. */
export const inNewOrder = (tickets: readonly TicketAnswer[], id: string, to: number): TicketAnswer[] => {
  const moved = tickets.find((ticket) => ticket.id === id)
  const others = tickets.filter((ticket) => ticket.id !== id)
  return moved === undefined ? others : others.toSpliced(to, 0, moved)
}

/** Numbers the tickets in their new order. Sends only numbers that change, so an interrupted move can be repeated. */
export const saveOrder = async (api: Api, eventId: string, tickets: readonly TicketAnswer[]) => {
  for (const [sortOrder, { id, sortOrder: before }] of tickets.entries()) {
    if (sortOrder !== before) await api.patch(`/events/${eventId}/tickets/${id}`, { sortOrder })
  }
}

type Move = (id: string, to: number) => Promise<unknown>

/** Buttons that move a ticket by one place. After the move, the focus returns to the pressed button. */
export const Movers = ({
  tickets,
  ticket,
  move,
}: {
  tickets: readonly TicketAnswer[]
  ticket: TicketAnswer
  move: Move
}) => {
  const words = ticketsWords().list
  const at = tickets.findIndex(({ id }) => id === ticket.id)
  const step = async (by: -1 | 1) => {
    if (tickets[at + by] === undefined) return
    await move(ticket.id, at + by)
    // Moving the row in the document drops the focus.
    document.querySelector<HTMLElement>(`tr[data-id="${ticket.id}"] [data-by="${String(by)}"]`)?.focus()
  }
  const button = (by: -1 | 1, label: string) => (
    <button
      type="button"
      class="button bare"
      aria-label={label}
      aria-disabled={tickets[at + by] === undefined ? 'true' : 'false'}
      data-by={by}
      onClick={() => void step(by)}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </button>
  )
  return (
    <span class="row" draggable="true">
      {button(-1, words.moveUp(ticket.name))}
      {button(1, words.moveDown(ticket.name))}
    </span>
  )
}

const rowOf = ({ target }: DragEvent) => (target instanceof Element ? target.closest<HTMLElement>('tr[data-id]') : null)

/** Lets the pointer drag the rows of a table. Keyboards and touch screens use `Movers`. */
export const Reorderable = ({ move, children }: { move: Move; children: Child }) => {
  const dragged = useRef<string | null>(null)
  return (
    <div
      onDragStart={(event: DragEvent) => {
        dragged.current = rowOf(event)?.dataset['id'] ?? null
      }}
      onDragOver={(event: DragEvent) => {
        if (dragged.current !== null && rowOf(event) !== null) event.preventDefault()
      }}
      onDragEnd={() => {
        dragged.current = null
      }}
      onDrop={(event: DragEvent) => {
        const row = rowOf(event)
        if (dragged.current === null || row === null) return
        event.preventDefault()
        const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])]
        if (row.dataset['id'] !== dragged.current) void move(dragged.current, rows.indexOf(row))
        dragged.current = null
      }}
    >
      {children}
    </div>
  )
}
