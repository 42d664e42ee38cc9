import { operationsOf, type Contract, type Operation, type Schema, type Surface } from './contract.ts'

/** An operation's entry in the list. Parameters and responses load when a reader opens it. */
export interface ListedOperation {
  id: string
  group: string
  summary: string
  routes: { id: string; method: string; path: string; surface: Surface; status: string }[]
  /** Additional text that the search covers: descriptions, scopes, roles and plans. */
  about: string
}

/** The data that the list needs while all its entries are closed. Written to `/assets/reference.json` at build time. */
export interface Listing {
  operations: ListedOperation[]
  webhooks: { type: string; summary: string }[]
  schemas: { name: string; fields: string }[]
}

const SHOWN_FIELDS = 6

const fieldsOf = ({ properties = {} }: Schema) => {
  const names = Object.keys(properties)
  if (names.length <= SHOWN_FIELDS) return names.join(', ')
  return `${names.slice(0, SHOWN_FIELDS).join(', ')} and ${names.length - SHOWN_FIELDS} more`
}

const aboutOf = ({ routes }: Operation) => {
  const said = routes.flatMap(({ operation }) => [
    operation.description,
    operation['x-scope'],
    operation['x-role'],
    operation['x-plan'],
  ])
  return [...new Set(said)].filter((each) => each !== undefined).join(' ')
}

export const listingOf = (contract: Contract): Listing => ({
  operations: operationsOf(contract).map((operation) => ({
    id: operation.id,
    group: operation.group,
    summary: operation.summary,
    routes: operation.routes.map(({ id, method, path, surface, operation: { 'x-status': status = 'live' } }) => ({
      id,
      method,
      path,
      surface,
      status,
    })),
    about: aboutOf(operation),
  })),
  webhooks: Object.entries(contract.webhooks ?? {}).flatMap(([type, methods]) =>
    Object.values(methods).map(({ summary }) => ({ type, summary })),
  ),
  schemas: Object.entries(contract.components.schemas).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
})
