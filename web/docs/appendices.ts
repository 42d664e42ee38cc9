import { element } from '../shared/element.ts'
import { follow, type Contract, type Schema } from './contract.ts'
import { codeBlock, prose } from './highlight.ts'
import { schemaView } from './schema-view.ts'

const drawnWhenOpened = (name: string, id: string, words: string, draw: () => Node[]) => {
  const details = element(
    'details',
    { class: 'operation', id },
    element(
      'summary',
      {},
      element(
        'span',
        { class: 'row-words' },
        element('code', { class: 'row-summary' }, name),
        element('span', { class: 'quiet' }, words),
      ),
    ),
  )
  details.addEventListener(
    'toggle',
    () => details.append(element('div', { class: 'operation-body stack' }, ...draw())),
    { once: true },
  )
  return details
}

/** What a webhook is told, by its type. */
export const webhookList = (contract: Contract): HTMLElement[] =>
  Object.entries(contract.webhooks ?? {}).flatMap(([type, methods]) =>
    Object.values(methods).map((operation) => {
      const [content] = Object.values(operation.requestBody?.content ?? {})
      const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value
      return drawnWhenOpened(type, `webhook-${type}`, operation.summary, () => [
        element('p', {}, ...prose(operation.description ?? '')),
        ...(content?.schema === undefined ? [] : [schemaView(contract, follow(contract, content.schema))]),
        ...(example === undefined ? [] : [codeBlock(JSON.stringify(example, null, 2), 'json')]),
      ])
    }),
  )

const fieldsOf = ({ properties = {} }: Schema) => {
  const names = Object.keys(properties)
  return names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ')
}

export const schemaList = (contract: Contract): HTMLElement[] =>
  Object.entries(contract.components.schemas).map(([name, schema]) =>
    drawnWhenOpened(name, `schema-${name}`, fieldsOf(schema), () => [schemaView(contract, schema)]),
  )
