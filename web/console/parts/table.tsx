import type { Child } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { termsWords } from '../words/en/terms.ts'
import { useKeys } from './keys.ts'
import { numberOf } from './words.ts'

/** Role of the column on phones, where each row becomes a grid. */
type Kind = 'main' | 'sub' | 'state' | 'fill' | 'end' | 'act' | 'hide' | 'pick'

export interface Column<Row> {
  id: string
  title: Child
  kind: Kind
  align?: 'end'
  draw: (row: Row) => Child
}

interface Picking {
  picked: ReadonlySet<string>
  pick(id: string, isPicked: boolean): void
  pickAll(ids: readonly string[], arePicked: boolean): void
}

interface Rows<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Returns the row's name for the `aria-label` of its checkbox. */
  nameOf?: (row: Row) => string
  /** Returns the heading shown above the first row of each group. */
  groupOf?: (row: Row) => string
  picking?: Picking
  /** Id of the row whose side panel is open. */
  current?: string | null
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('table.rows tbody a[data-row]')]

const step = (by: number) => {
  const all = links()
  const at = all.findIndex(
    (link) => link === document.activeElement || link.closest('tr')?.matches('.current') === true,
  )
  const next = all[at === -1 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next
}

const rowInFocus = () => document.activeElement?.closest('tr')?.dataset['id']

/** A click anywhere in a row follows the row's link, except on a control or while text is selected. */
const follow = (event: MouseEvent) => {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return
  if (target.closest('a, button, input, label, select, [popover]') !== null) return
  if (String(getSelection()) !== '') return
  currentTarget.querySelector<HTMLAnchorElement>('a[data-row]')?.click()
}

/**
 * A table with explicit ARIA roles, because on phones CSS turns rows into grids, which removes the implicit ones. J and
 * K move between rows, and X selects one.
 */
export const Table = <Row,>({
  label,
  columns,
  rows,
  idOf,
  nameOf = idOf,
  groupOf,
  picking,
  current = null,
}: Rows<Row>) => {
  const ids = rows.map(idOf)
  useKeys({
    j: () => void step(1),
    k: () => void step(-1),
    x: picking && (() => toggle(rowInFocus())),
    'Shift x': picking && (() => pickUpTo(rowInFocus())),
  })
  const toggle = (id: string | undefined) => {
    if (id !== undefined && picking !== undefined) picking.pick(id, !picking.picked.has(id))
  }
  const pickUpTo = (id: string | undefined) => {
    if (id === undefined || picking === undefined) return
    const end = ids.indexOf(id)
    const begin = ids.slice(0, end).findLastIndex((each) => picking.picked.has(each))
    picking.pickAll(ids.slice(Math.max(0, begin), end + 1), true)
  }
  const areAllPicked = picking !== undefined && ids.length > 0 && ids.every((id) => picking.picked.has(id))
  let group: string | null = null
  const headed = rows.flatMap((row) => {
    const id = idOf(row)
    const isNew = groupOf !== undefined && groupOf(row) !== group
    if (groupOf !== undefined) group = groupOf(row)
    const line = (
      <tr
        role="row"
        key={id}
        data-id={id}
        class={id === current ? 'current' : picking?.picked.has(id) === true ? 'picked' : ''}
        onClick={follow}
      >
        {picking && (
          <td role="cell" class="k-pick">
            <input
              type="checkbox"
              aria-label={partsWords().selectRow(nameOf(row))}
              checked={picking.picked.has(id)}
              onClick={() => toggle(id)}
            />
          </td>
        )}
        {columns.map(({ id: column, kind, align, draw }) => (
          <td role="cell" key={column} class={`k-${kind}${align === undefined ? '' : ' to-end'}`}>
            {draw(row)}
          </td>
        ))}
      </tr>
    )
    if (!isNew) return [line]
    return [
      <tr role="row" class="group" key={`group ${group}`}>
        <th role="columnheader" colspan={columns.length + (picking === undefined ? 0 : 1)} scope="colgroup">
          {group}
        </th>
      </tr>,
      line,
    ]
  })
  return (
    <table class="rows" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {picking && (
            <th role="columnheader" class="k-pick">
              <input
                type="checkbox"
                aria-label={partsWords().selectPage}
                checked={areAllPicked}
                onClick={() => picking.pickAll(ids, !areAllPicked)}
              />
            </th>
          )}
          {columns.map(({ id, title, kind, align }) => (
            <th
              role="columnheader"
              scope="col"
              key={id}
              class={`k-${kind}${align === undefined ? '' : ' to-end'}`}
              title={kind === 'hide' && typeof title === 'string' ? title : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{headed}</tbody>
    </table>
  )
}

interface Paged {
  page: number
  limit: number
  total: number
}

/** Shows the current range, with buttons for the other pages. Hidden if everything fits on one page. */
export const Pager = ({ page, limit, total, to }: Paged & { to: (page: number) => void }) => {
  if (total <= limit) return null
  const last = Math.ceil(total / limit)
  const [from, until] = [(page - 1) * limit + 1, Math.min(total, page * limit)]
  const words = partsWords()
  return (
    <nav class="pager" aria-label={words.pages}>
      <span class="soft" aria-live="polite">
        {words.range(numberOf(from), numberOf(until), numberOf(total))}
      </span>
      <span class="row">
        <button type="button" class="button plain" disabled={page <= 1} onClick={() => to(page - 1)}>
          {termsWords().previous}
        </button>
        <button type="button" class="button plain" disabled={page >= last} onClick={() => to(page + 1)}>
          {termsWords().next}
        </button>
      </span>
    </nav>
  )
}
