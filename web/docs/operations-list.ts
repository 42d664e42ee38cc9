import { element } from '../shared/element.ts'
import { groupName, type Contract, type Operation } from './contract.ts'
import { methodTag, operationBody, pathView, statusTag } from './operation-view.ts'
import { matches, type Wanted } from './search.ts'

interface Entry {
  operation: Operation
  details: HTMLDetailsElement
  open: (routeId: string) => void
}

const LENT = { v1: 'key', dashboard: 'signed in', open: 'open' } as const

const summaryOf = ({ summary, routes }: Operation) =>
  element(
    'summary',
    {},
    methodTag(routes[0].method),
    element(
      'span',
      { class: 'row-words' },
      element('span', { class: 'row-summary' }, summary),
      pathView(routes[0].path),
    ),
    element(
      'span',
      { class: 'row-tags' },
      ...[...new Set(routes.map(({ surface }) => LENT[surface]))].map((word) =>
        element('span', { class: 'quiet' }, word),
      ),
      statusTag(routes[0].operation['x-status']),
    ),
  )

const entryOf = (contract: Contract, operation: Operation): Entry => {
  const details = element('details', { class: 'operation', id: operation.id }, summaryOf(operation))
  let body: HTMLElement | null = null
  const draw = (routeId: string) => {
    body?.remove()
    body = element('div', { class: 'operation-body' }, operationBody(contract, operation, routeId))
    details.append(body)
  }
  details.addEventListener('toggle', () => {
    if (!details.open) return
    if (body === null) draw(operation.id)
    if (!operation.routes.some(({ id }) => `#${id}` === location.hash))
      history.replaceState(null, '', `#${operation.id}`)
  })
  return {
    operation,
    details,
    open: (routeId) => {
      if (body === null || routeId !== operation.id) draw(routeId)
      details.open = true
    },
  }
}

export const operationsList = (contract: Contract, operations: readonly Operation[]) => {
  const entries = operations.map((operation) => entryOf(contract, operation))
  const groups = [...Map.groupBy(entries, ({ operation }) => operation.group)].map(([group, members]) => ({
    group,
    members,
    section: element(
      'section',
      { class: 'group', id: `group-${group}` },
      element('h3', {}, groupName(group)),
      ...members.map(({ details }) => details),
    ),
  }))

  const filter = (wanted: Wanted): number => {
    let found = 0
    for (const { members, section } of groups) {
      let inGroup = 0
      for (const { operation, details } of members) {
        details.hidden = !matches(operation, wanted)
        if (!details.hidden) inGroup += 1
      }
      section.hidden = inGroup === 0
      found += inGroup
    }
    return found
  }

  return {
    element: element('div', { class: 'groups' }, ...groups.map(({ section }) => section)),
    groups: groups.map(({ group }) => group),
    filter,
    /** Opens the operation that has the address with this id; answers whether there is one. */
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
