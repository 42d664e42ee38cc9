import { useState } from 'hono/jsx/dom'
import type { ApiKeyAnswer, One } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Copyable } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import { scopeWords } from './scopes.ts'
import { ShowSecret } from './show-secret.tsx'

const DAY_MS = 86_400_000

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

const MODES = [
  { value: 'live', label: 'Live', hint: 'For production.' },
  { value: 'test', label: 'Test', hint: 'Works everywhere except in production.' },
]

const NAME_HINT = 'Name its purpose, so that you can tell your keys apart.'

interface KeyDialog {
  session: CalendarSession
  path: string
  close: () => void
  reload: () => Promise<void>
}

const KeyForm = ({
  session,
  path,
  scopes,
  close,
  created,
}: Omit<KeyDialog, 'reload'> & { scopes: readonly string[]; created: (key: string) => void }) => {
  const work = useWork()
  const { values, set, field, shown } = useFields({ name: '', mode: 'live', scopes: ['events:read'], days: '' }, work)
  const create = () =>
    void work.run(async () => {
      const days = Number(values.days)
      const { data } = await session.api.post<One<ApiKeyAnswer & { key: string }>>(path, {
        name: values.name,
        scopes: values.scopes,
        mode: values.mode,
        expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
      })
      created(data.key)
    })
  const quick = (label: string, isWanted: (scope: string) => boolean) => (
    <button type="button" class="button plain small" onClick={() => set({ scopes: scopes.filter(isWanted) })}>
      {label}
    </button>
  )
  return (
    <Form send={create}>
      <TextField label="Name" {...field('name')} isFocused hint={NAME_HINT} />
      <RadioField label="Kind" {...field('mode')} options={MODES} />
      <ChecksField
        label="Scopes"
        hint="Choose only what the key needs. You can’t add scopes later; you’d create a new key."
        above={
          <div class="row">
            {quick('Read only', (scope) => scope.endsWith(':read'))}
            {quick('All', () => true)}
            {quick('None', () => false)}
          </div>
        }
        {...field('scopes')}
        options={scopes.map((scope) => ({ value: scope, label: scope, hint: scopeWords(scope) }))}
      />
      <SelectField label="Expires" {...field('days', 'expiresAt')} options={LIFETIMES} />
      <OtherFault work={work} fields={shown} />
      <footer>
        <button type="button" class="button bare" onClick={close}>
          Cancel
        </button>
        <Send work={work}>Create key</Send>
      </footer>
    </Form>
  )
}

/** Creates a key and shows it once. */
export const CreateKey = ({ session, path, close, reload }: KeyDialog) => {
  const [key, show] = useState<string | null>(null)
  const scopes = useAsked(async () => (await session.api.get<One<string[]>>(`${path}/scopes`)).data, [path])
  const created = (secret: string) => {
    show(secret)
    void reload()
  }
  if (key !== null)
    return (
      <ShowSecret key="created" title="Your new key" secret={key} of="the key" close={close}>
        <p>Try it from a terminal:</p>
        <Copyable text={`curl -s ${location.origin}/api/v1/me -H "x-svc-api-key: ${key}"`} of="the command" />
      </ShowSecret>
    )
  return (
    <Dialog key="form" title="Create a key" close={close}>
      <Shown
        asked={scopes}
        draw={(names) => <KeyForm session={session} path={path} scopes={names} close={close} created={created} />}
      />
    </Dialog>
  )
}

export const RenameKey = ({ session, path, apiKey, close, reload }: KeyDialog & { apiKey: ApiKeyAnswer }) => {
  const work = useWork()
  const { values, field, shown } = useFields({ name: apiKey.name }, work)
  const rename = async () => {
    const isDone = await work.run(async () => {
      await session.api.patch(`${path}/${apiKey.id}`, values)
      await reload()
    })
    if (isDone) close()
  }
  return (
    <Dialog title="Rename the key" close={close}>
      <Form send={() => void rename()}>
        <TextField label="Name" {...field('name')} isFocused hint={NAME_HINT} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Rename key</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
