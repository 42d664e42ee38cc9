import { wordsOf } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import type { Contract, Parameter, Route } from './contract.ts'
import { codeBlock } from './highlight.ts'
import { bodyExampleOf, firstValueOf, requestOf, withPlaceholders, type Filled } from './request.ts'
import { keepSecret, keepValue, knownValue, onSecrets, secretsInUse, secretTyped } from './reader.ts'
import { sendAndShow } from './send.ts'
import { curlOf, phpOf, pythonOf, scriptOf } from './snippets.ts'
import { tabs } from './tabs.ts'

let created = 0
const nextId = () => `field-${(created += 1)}`

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlFor = (contract: Contract, parameter: Parameter, id: string): Control => {
  const { name, schema, required } = parameter
  const first = (parameter.in === 'path' ? knownValue(name) : '') || firstValueOf(contract, parameter)
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  if (choices === undefined) {
    const input = element('input', { id, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' })
    input.value = first
    input.required = required === true
    return input
  }
  const options = choices.map((value) => element('option', {}, String(value)))
  const select = element('select', { id }, required !== true && element('option', { value: '' }, 'none'), ...options)
  select.value = first
  return select
}

const CREDENTIALS = {
  v1: { secret: 'apiKey', label: 'API key', hint: 'Stays in this tab. We send it only to this service.' },
  dashboard: {
    secret: 'bearer',
    label: 'Bearer token',
    hint: 'Stays in this tab. Leave it empty if you’re signed in to the console.',
  },
} as const

const credentialField = ({ surface }: Route) => {
  if (surface === 'open') return null
  const { secret, label, hint } = CREDENTIALS[surface]
  const id = nextId()
  const input = element('input', {
    id,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `${id}-hint`,
  })
  input.value = secretTyped(secret)
  input.addEventListener('input', () => keepSecret(secret, input.value))
  onSecrets(() => {
    if (input.value.trim() !== secretTyped(secret)) input.value = secretTyped(secret)
  })
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    input,
    element('p', { class: 'hint', id: `${id}-hint` }, hint),
  )
}

const PLACES: Record<Parameter['in'], string> = { path: 'path', query: 'query', header: 'header' }

export const tryIt = (contract: Contract, route: Route, parameters: readonly Parameter[]): HTMLElement => {
  const baseUrl = contract.servers[0]?.url ?? '/api'
  const controls = parameters.map((parameter) => {
    const id = nextId()
    return { parameter, id, control: controlFor(contract, parameter, id) }
  })
  const bodyText = bodyExampleOf(route)
  const bodyId = nextId()
  const bodyControl =
    bodyText === null ? null : element('textarea', { id: bodyId, class: 'body', spellcheck: 'false', rows: 8 })
  if (bodyControl !== null) bodyControl.value = bodyText ?? ''

  const filled = (): Filled => {
    const values: Filled = { path: {}, query: {}, header: {}, body: bodyControl?.value ?? null }
    for (const { parameter, control } of controls) values[parameter.in][parameter.name] = control.value
    return values
  }

  const code = { curl: element('div'), script: element('div'), python: element('div'), php: element('div') }
  const draw = () => {
    const request = requestOf(route, filled(), withPlaceholders({ apiKey: '', bearer: '' }))
    show(code.curl, codeBlock(curlOf(baseUrl, request), 'shell'))
    show(code.script, codeBlock(scriptOf(baseUrl, request), 'script'))
    show(code.python, codeBlock(pythonOf(baseUrl, request), 'python'))
    show(code.php, codeBlock(phpOf(baseUrl, request), 'php'))
  }

  const answer = element('div', { class: 'answer', 'aria-live': 'polite' })
  const button = element('button', { class: 'button', type: 'submit' }, 'Send request')
  const send = async () => {
    for (const { parameter, control } of controls) if (parameter.in === 'path') keepValue(parameter.name, control.value)
    button.disabled = true
    show(answer, element('p', { class: 'quiet' }, 'Sending…'))
    await sendAndShow(requestOf(route, filled(), secretsInUse()), answer).catch((error: unknown) =>
      show(
        answer,
        element(
          'p',
          { class: 'notice bad' },
          error instanceof TypeError ? 'We can’t reach the service.' : wordsOf(error),
        ),
      ),
    )
    button.disabled = false
  }

  const form = element(
    'form',
    {
      class: 'stack',
      oninput: draw,
      onsubmit: (event) => {
        event.preventDefault()
        void send()
      },
    },
    credentialField(route),
    ...controls.map(({ parameter, id, control }) =>
      element(
        'div',
        { class: 'field' },
        element('label', { for: id }, element('code', {}, parameter.name), ` ${PLACES[parameter.in]}`),
        control,
      ),
    ),
    bodyControl !== null && element('div', { class: 'field' }, element('label', { for: bodyId }, 'Body'), bodyControl),
    button,
  )
  draw()
  const isSocket = Object.hasOwn(route.operation.responses, '101')
  return element(
    'div',
    { class: 'stack' },
    tabs('Request as code', [
      { name: 'curl', panel: code.curl },
      { name: 'JavaScript', panel: code.script },
      { name: 'Python', panel: code.python },
      { name: 'PHP', panel: code.php },
    ]).element,
    isSocket
      ? element('p', { class: 'notice' }, 'This opens a WebSocket. See the kiosk quick start for an example.')
      : element('details', { class: 'try', open: true }, element('summary', {}, 'Try it'), form, answer),
  )
}
