import { wordsOf } from '../../shared/api.ts'
import { copyable } from '../../shared/copying.ts'
import { element } from '../../shared/element.ts'
import { choicesField, selectField, textField } from '../../shared/fields.ts'
import { formDialog } from '../../shared/form-dialog.ts'
import type { Scene } from './scene.ts'
import { scopeWords } from './scopes.ts'
import { showSecret } from './secret.ts'
import type { ApiKey, One } from './wire.ts'

const DAY_MS = 86_400_000

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

const MODES = [
  { value: 'live', label: 'Live', hint: 'For a service that people use.' },
  { value: 'test', label: 'Test', hint: 'Works everywhere except in production.' },
]

const nameField = (value: string) =>
  textField({
    name: 'name',
    label: 'Name',
    hint: 'What it is for, so that you know later which one to revoke.',
    attributes: { required: true, maxlength: 100, value },
  })

const scopesField = (names: readonly string[]) => {
  const quick = (label: string, wanted: (scope: string) => boolean) =>
    element('button', { type: 'button', class: 'button plain small', onclick: () => field.choose(wanted) }, label)
  const field = choicesField({
    type: 'checkbox',
    name: 'scopes',
    label: 'Scopes',
    hint: 'Give it no more than it needs: scopes cannot be added later, only a new key.',
    options: names.map((scope) => ({ value: scope, label: scope, hint: scopeWords(scope) })),
    chosen: ['events:read'],
    above: element(
      'div',
      { class: 'row' },
      quick('Only reading', (scope) => scope.endsWith(':read')),
      quick('All', () => true),
      quick('None', () => false),
    ),
  })
  return field
}

const showKey = (key: string) => {
  const example = `curl -s ${location.origin}/api/v1/me -H "x-svc-api-key: ${key}"`
  return showSecret(
    'Your new key',
    'the key',
    key,
    element('p', {}, 'Try it from a terminal:'),
    copyable(example, 'the command'),
  )
}

/** Answers whether a key was made. */
export const createKey = async (scene: Scene): Promise<boolean> => {
  const path = `/calendars/${scene.calendar.slug}/api-keys`
  const names = await scene.api.get<One<string[]>>(`${path}/scopes`).then(
    ({ data }) => data,
    (error: unknown) => scene.say(wordsOf(error)),
  )
  if (names === undefined) return false
  const name = nameField('')
  const scopes = scopesField(names)
  const mode = choicesField({ type: 'radio', name: 'mode', label: 'Kind', options: MODES, chosen: ['live'] })
  const expiry = selectField({ name: 'expiresAt', label: 'Expires', options: LIFETIMES })
  const made = await formDialog({
    title: 'Create a key',
    fields: [name, mode, scopes, expiry],
    action: 'Create',
    submit: () => {
      const days = Number(expiry.value())
      return scene.api.post<One<ApiKey & { key: string }>>(path, {
        name: name.value(),
        scopes: scopes.value(),
        mode: mode.value()[0],
        expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
      })
    },
  })
  if (made === null) return false
  await showKey(made.data.key)
  return true
}

export const renameKey = (scene: Scene, key: ApiKey) => {
  const name = nameField(key.name)
  return formDialog({
    title: 'Rename the key',
    fields: [name],
    action: 'Rename',
    submit: () =>
      scene.api.patch<One<ApiKey>>(`/calendars/${scene.calendar.slug}/api-keys/${key.id}`, { name: name.value() }),
  })
}
