import { element } from '../shared/element.ts'
import { methodTag, pathView, statusTag } from './operation-view.ts'

interface Address {
  method: string
  path: string
}

export interface Migration {
  deprecation: { deprecatedAt: string; sunsetAt: string } | null
  paths: {
    operation: string
    summary: string
    current: Address
    target: Address
    status: string
    isDeprecated: boolean
  }[]
}

const dayOf = (instant: string) => new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const datesOf = ({ deprecation }: Migration) =>
  deprecation === null
    ? 'No removal date yet. We’ll announce one at least 90 days before we remove any path.'
    : `Deprecated since ${dayOf(deprecation.deprecatedAt)}, removed after ${dayOf(deprecation.sunsetAt)}. Deprecated paths send the Deprecation and Sunset headers.`

const cell = ({ method, path }: Address, name: string) =>
  element(
    'td',
    { 'data-name': name },
    element('span', { class: 'moved' }, methodTag(method), pathView(path.replaceAll(/:(\w+)/g, '{$1}'))),
  )

const rowOf = ({ operation, summary, current, target, status, isDeprecated }: Migration['paths'][number]) =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('a', { href: `#${operation}` }, summary)),
    cell(current, 'Unversioned'),
    cell(target, 'Versioned'),
    element('td', { 'data-name': 'Status' }, statusTag(isDeprecated ? 'deprecated' : status)),
  )

/** Returns the table with its head, and for each row a function that draws it. */
export const migrationTable = (migration: Migration) => {
  const body = element('tbody', {})
  const head = ['Operation', 'Unversioned', 'Versioned', 'Status'].map((name) => element('th', { scope: 'col' }, name))
  return {
    element: element(
      'div',
      { class: 'stack' },
      element('p', {}, datesOf(migration)),
      element(
        'div',
        { class: 'wide', tabindex: 0, role: 'group', 'aria-label': 'Migration table' },
        element('table', { class: 'migration' }, element('thead', {}, element('tr', {}, ...head)), body),
      ),
    ),
    rows: migration.paths.map((path) => () => body.append(rowOf(path))),
  }
}
