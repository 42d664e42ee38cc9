import { element } from '../shared/element.ts'
import { copyButton } from '../shared/copying.ts'
import { follow, type Contract, type Operation, type Parameter, type Reply, type Route } from './contract.ts'
import { codeBlock, prose } from './highlight.ts'
import { rulesOf, schemaView, typeOf } from './schema-view.ts'
import { tabs } from './tabs.ts'
import { tryIt } from './try-it.ts'

const SURFACES = { v1: 'With an API key', dashboard: 'Signed in', open: 'Public' } as const
const TONES: Record<string, string> = { live: 'good', divergent: 'warn', preview: 'accent', planned: '' }

export const statusTag = (status = 'live') => element('span', { class: `tag ${TONES[status] ?? ''}` }, status)

/** Lets a path wrap only at its slashes. */
export const pathView = (path: string) =>
  element(
    'code',
    { class: 'path' },
    ...path
      .split(/(?=\/)/)
      .flatMap((part) => [
        document.createElement('wbr'),
        ...part.split(/(\{\w+\})/).map((piece) => (piece.startsWith('{') ? element('var', {}, piece) : piece)),
      ]),
  )

export const methodTag = (method: string) => element('span', { class: `method is-${method.toLowerCase()}` }, method)

const fact = (name: string, value: string | undefined) =>
  value !== undefined && element('div', {}, element('dt', {}, name), element('dd', {}, value))

const facts = ({ operation }: Route) => {
  const limit = operation['x-rate-limit']
  return element(
    'dl',
    { class: 'facts' },
    element('div', {}, element('dt', {}, 'Status'), element('dd', {}, statusTag(operation['x-status']))),
    fact('Scope', operation['x-scope']),
    fact('Role', operation['x-role']),
    fact('Plan', operation['x-plan']),
    fact('Rate limit', limit && `${limit.perMinute} requests per minute`),
    fact('Current path', operation['x-current-path']),
    fact('Replaced by', operation['x-successor-path']),
  )
}

const parameterRow = ({ name, in: place, required, description, schema }: Parameter) =>
  element(
    'li',
    { class: 'property' },
    element(
      'div',
      { class: 'property-head' },
      element('code', { class: 'property-name' }, name),
      element('span', { class: 'property-type' }, `${typeOf(schema)}, ${place}`),
      required === true && element('span', { class: 'property-required' }, 'required'),
    ),
    description !== undefined && description !== '' && element('p', {}, ...prose(description)),
    (schema.enum ?? []).length > 0 &&
      element('p', { class: 'values' }, ...(schema.enum ?? []).map((value) => element('code', {}, String(value)))),
    rulesOf(schema).length > 0 && element('p', { class: 'quiet' }, rulesOf(schema).join(', ')),
  )

const replyView = (contract: Contract, status: string, replyOrRef: Reply | { $ref: string }) => {
  const reply = follow<Reply>(contract, replyOrRef)
  const isGood = status.startsWith('2') || status === '101'
  const [type, content] = Object.entries(reply.content ?? {})[0] ?? []
  const details = element(
    'details',
    { class: 'reply', open: status.startsWith('2') },
    element(
      'summary',
      {},
      element('span', { class: `tag ${isGood ? 'good' : ''}` }, status),
      element('span', {}, ...prose(reply.description)),
    ),
  )
  if (content === undefined) return details
  const example = content.example ?? Object.values(content.examples ?? {})[0]?.value
  if (isGood && content.schema !== undefined) {
    details.append(
      type === 'application/json'
        ? schemaView(contract, follow(contract, content.schema))
        : element('p', { class: 'quiet' }, `${type}`),
    )
  }
  if (example !== undefined) {
    details.append(
      element(
        'details',
        { class: 'inner', open: !isGood },
        element('summary', {}, 'Example'),
        codeBlock(JSON.stringify(example, null, 2), 'json'),
      ),
    )
  }
  return details
}

const routeView = (contract: Contract, route: Route): HTMLElement => {
  const { operation } = route
  const parameters = (operation.parameters ?? []).map((each) => follow<Parameter>(contract, each))
  const [bodyContent] = Object.values(operation.requestBody?.content ?? {})
  const address = (contract.servers[0]?.url ?? '') + route.path
  return element(
    'div',
    { class: 'columns' },
    element(
      'div',
      { class: 'stack told' },
      element(
        'p',
        { class: 'address' },
        methodTag(route.method),
        pathView(route.path),
        copyButton(() => address, 'URL', 'copy'),
      ),
      facts(route),
      operation.description !== `${operation.summary}.` && element('p', {}, ...prose(operation.description ?? '')),
      parameters.length > 0 && [
        element('h4', {}, 'Parameters'),
        element('ul', { class: 'properties', role: 'list' }, ...parameters.map(parameterRow)),
      ],
      bodyContent?.schema !== undefined && [
        element('h4', {}, operation.requestBody?.required === true ? 'Body' : 'Body (optional)'),
        schemaView(contract, follow(contract, bodyContent.schema)),
      ],
      element('h4', {}, 'Responses'),
      element(
        'div',
        { class: 'replies' },
        ...Object.entries(operation.responses).map(([status, reply]) => replyView(contract, status, reply)),
      ),
    ),
    element('div', { class: 'tried' }, tryIt(contract, route, parameters)),
  )
}

/** Returns the content of an opened operation. `wanted` is the id of the route to show first. */
export const operationBody = (contract: Contract, { routes }: Operation, wanted: string): HTMLElement => {
  if (routes.length === 1) return routeView(contract, routes[0])
  // Draws a route when its tab is first shown.
  const drawn = new Set<number>()
  const panels = routes.map(() => element('div'))
  const draw = (index: number) => {
    const route = routes[index]
    if (route === undefined || drawn.has(index)) return
    drawn.add(index)
    panels[index]?.append(routeView(contract, route))
  }
  const nameOf = ({ surface, method, path }: Route) =>
    routes.filter((route) => route.surface === surface).length > 1
      ? `${SURFACES[surface]}: ${method} ${path}`
      : SURFACES[surface]
  const tabbed = tabs(
    'Paths of this operation',
    routes.map((route, index) => ({ name: nameOf(route), panel: panels[index] as HTMLElement })),
    draw,
  )
  const first = routes.findIndex(({ id }) => id === wanted)
  if (first > 0) tabbed.show(first)
  return tabbed.element
}
