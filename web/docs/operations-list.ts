import { element } from '../shared/element.ts'
import { groupName } from './contract.ts'
import type { ListedOperation } from './listing.ts'
import { methodTag, operationBody, pathView, statusTag } from './operation-view.ts'
import { EVERYTHING, matches, type Wanted } from './search.ts'
import { comeSoon, drawInto } from './whole.ts'

interface Entry {
  operation: ListedOperation
  details: HTMLDetailsElement
  open: (routeId: string) => void
}

const SURFACE_LABELS = { v1: 'key', dashboard: 'signed in', open: 'open' } as const

const summaryOf = ({ summary, routes }: ListedOperation) =>
  element(
    'summary',
    {},
    methodTag(routes[0]?.method ?? ''),
    element(
      'span',
      { class: 'row-words' },
      element('span', { class: 'row-summary' }, summary),
      pathView(routes[0]?.path ?? ''),
    ),
    element(
      'span',
      { class: 'row-tags' },
      ...[...new Set(routes.map(({ surface }) => SURFACE_LABELS[surface]))].map((word) =>
        element('span', { class: 'quiet' }, word),
      ),
      statusTag(routes[0]?.status),
    ),
  )

const entryOf = (operation: ListedOperation): Entry => {
  const body = element('div', { class: 'operation-body' })
  const details = element('details', { class: 'operation', id: operation.id }, summaryOf(operation), body)
  /** Id of the route at which the entry was opened. Null until the entry is drawn. */
  let shown: string | null = null
  const draw = async (routeId: string) => {
    shown = routeId
    const isDrawn = await drawInto(body, ({ contract, operations }) => {
      const found = operations.get(operation.id)
      return found !== undefined && operationBody(contract, found, shown ?? routeId)
    })
    if (!isDrawn) shown = null
  }
  details.addEventListener('pointerenter', comeSoon, { once: true })
  details.addEventListener('toggle', () => {
    if (!details.open) return
    if (shown === null) void draw(operation.id)
    if (!operation.routes.some(({ id }) => `#${id}` === location.hash))
      history.replaceState(null, '', `#${operation.id}`)
  })
  return {
    operation,
    details,
    open: (routeId) => {
      if (shown === null || routeId !== operation.id) void draw(routeId)
      details.open = true
    },
  }
}

export const operationsList = (operations: readonly ListedOperation[]) => {
  const entries: Entry[] = []
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) => ({
    group,
    members,
    section: element('section', { class: 'group', id: `group-${group}` }, element('h3', {}, groupName(group))),
  }))
  let wanted = EVERYTHING

  const filter = (wish: Wanted): number => {
    wanted = wish
    for (const { operation, details } of entries) details.hidden = !matches(operation, wish)
    for (const { members, section } of groups) section.hidden = !members.some((each) => matches(each, wish))
    return operations.filter((each) => matches(each, wish)).length
  }

  return {
    element: element('div', { class: 'groups' }, ...groups.map(({ section }) => section)),
    groups: groups.map(({ group }) => group),
    /** For each row, a function that draws it. */
    rows: groups.flatMap(({ members, section }) =>
      members.map((operation) => () => {
        const entry = entryOf(operation)
        entry.details.hidden = !matches(operation, wanted)
        entries.push(entry)
        section.append(entry.details)
      }),
    ),
    filter,
    /** Opens the operation that has a route with this id. Returns false if there is none. */
    open: (routeId: string): boolean => {
      const entry = entries.find(
        ({ operation }) => operation.id === routeId || operation.routes.some(({ id }) => id === routeId),
      )
      if (entry === undefined) return false
      entry.open(routeId)
      entry.details.scrollIntoView()
      entry.details.querySelector('summary')?.focus({ preventScroll: true })
      return true
    },
    openFirst: () => {
      const first = entries.find(({ details }) => !details.hidden)
      first?.open(first.operation.id)
      first?.details.scrollIntoView()
    },
  }
}
