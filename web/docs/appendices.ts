import { element } from '../shared/element.ts'
import { follow, type Contract } from './contract.ts'
import { codeBlock, prose } from './highlight.ts'
import type { Listing } from './listing.ts'
import { schemaView } from './schema-view.ts'
import { comeSoon, drawInto } from './whole.ts'

const drawnWhenOpened = (name: string, id: string, words: string, draw: (contract: Contract) => Node[]) => {
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
  const body = element('div', { class: 'operation-body stack' })
  let isDrawn = false
  details.append(body)
  details.addEventListener('pointerenter', comeSoon, { once: true })
  details.addEventListener('toggle', () => {
    if (!details.open || isDrawn) return
    void drawInto(body, ({ contract }) => draw(contract)).then((is) => (isDrawn = is))
  })
  return details
}

export const webhookRow = ({ type, summary }: Listing['webhooks'][number]): HTMLElement =>
  drawnWhenOpened(type, `webhook-${type}`, summary, (contract) =>
    Object.values(contract.webhooks?.[type] ?? {}).flatMap((operation) => {
      const [content] = Object.values(operation.requestBody?.content ?? {})
      const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value
      return [
        element('p', {}, ...prose(operation.description ?? '')),
        ...(content?.schema === undefined ? [] : [schemaView(contract, follow(contract, content.schema))]),
        ...(example === undefined ? [] : [codeBlock(JSON.stringify(example, null, 2), 'json')]),
      ]
    }),
  )

export const schemaRow = ({ name, fields }: Listing['schemas'][number]): HTMLElement =>
  drawnWhenOpened(name, `schema-${name}`, fields, (contract) => [
    schemaView(contract, contract.components.schemas[name] ?? {}),
  ])
