import { AGENT_LIMITS } from '../../../src/kernel/vocabulary.ts'
import type { ApiKeyAnswer, One } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Copyable } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import type { CalendarSession } from '../session.ts'
import { keysWords } from '../words/en/keys.ts'
import { termsWords } from '../words/en/terms.ts'
import { scopeWords } from './scopes.ts'
import { ShowSecret } from './show-secret.tsx'

const DAY_MS = 86_400_000

/** `value` is a number of days. */
const lifetimes = () => {
  const { never, in30Days, in90Days, inOneYear } = keysWords().creating
  return [
    { value: '', label: never },
    { value: '30', label: in30Days },
    { value: '90', label: in90Days },
    { value: '365', label: inOneYear },
  ]
}

const modes = () => {
  const { live, liveHint, test, testHint } = keysWords().creating
  return [
    { value: 'live', label: live, hint: liveHint },
    { value: 'test', label: test, hint: testHint },
  ]
}

const agentLimits = () => {
  const { limits } = keysWords().assistants
  return AGENT_LIMITS.map((value) => ({ value, label: limits[value] }))
}

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
  const words = keysWords().creating
  const { values, set, field, shown } = useFields(
    { name: '', mode: 'live', scopes: ['events:read'], agentsMay: 'confirm', days: '' },
    work,
  )
  const { assistants } = keysWords()
  const create = () =>
    void work.run(async () => {
      const days = Number(values.days)
      const { data } = await session.api.post<One<ApiKeyAnswer & { key: string }>>(path, {
        name: values.name,
        scopes: values.scopes,
        mode: values.mode,
        agentsMay: values.agentsMay,
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
      <TextField label={termsWords().name} {...field('name')} isFocused hint={keysWords().nameHint} />
      <RadioField label={words.kind} {...field('mode')} options={modes()} />
      <ChecksField
        label={words.scopes}
        hint={words.scopesHint}
        above={
          <div class="row">
            {quick(words.readOnly, (scope) => scope.endsWith(':read'))}
            {quick(words.allScopes, () => true)}
            {quick(words.noScopes, () => false)}
          </div>
        }
        {...field('scopes')}
        options={scopes.map((scope) => ({ value: scope, label: scope, hint: scopeWords(scope) }))}
      />
      <SelectField label={assistants.label} hint={assistants.hint} {...field('agentsMay')} options={agentLimits()} />
      <SelectField label={words.expires} {...field('days', 'expiresAt')} options={lifetimes()} />
      <OtherFault work={work} fields={shown} />
      <footer>
        <button type="button" class="button bare" onClick={close}>
          {termsWords().cancel}
        </button>
        <Send work={work}>{words.action}</Send>
      </footer>
    </Form>
  )
}

/** Creates a key and shows it once. */
export const CreateKey = ({ session, path, close, reload }: KeyDialog) => {
  const { creating, newKey } = keysWords()
  const [key, show] = useState<string | null>(null)
  const scopes = useAsked(async () => (await session.api.get<One<string[]>>(`${path}/scopes`)).data, [path])
  const created = (secret: string) => {
    show(secret)
    void reload()
  }
  if (key !== null)
    return (
      <ShowSecret key="created" title={newKey.title} secret={key} of={newKey.copiedKey} close={close}>
        <p>{newKey.tryIt}</p>
        <Copyable text={`curl -s ${location.origin}/api/v1/me -H "x-svc-api-key: ${key}"`} of={newKey.copiedCommand} />
      </ShowSecret>
    )
  return (
    <Dialog key="form" title={creating.title} close={close}>
      <Shown
        asked={scopes}
        draw={(names) => <KeyForm session={session} path={path} scopes={names} close={close} created={created} />}
      />
    </Dialog>
  )
}

export const RenameKey = ({ session, path, apiKey, close, reload }: KeyDialog & { apiKey: ApiKeyAnswer }) => {
  const work = useWork()
  const { renaming, nameHint } = keysWords()
  const { values, field, shown } = useFields({ name: apiKey.name }, work)
  const rename = async () => {
    const isDone = await work.run(async () => {
      await session.api.patch(`${path}/${apiKey.id}`, values)
      await reload()
    })
    if (isDone) close()
  }
  return (
    <Dialog title={renaming.title} close={close}>
      <Form send={() => void rename()}>
        <TextField label={termsWords().name} {...field('name')} isFocused hint={nameHint} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{renaming.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Dialog that changes the limit for assistants that use the key. */
export const LimitAssistants = ({ session, path, apiKey, close, reload }: KeyDialog & { apiKey: ApiKeyAnswer }) => {
  const work = useWork()
  const { assistants } = keysWords()
  const { values, field, shown } = useFields({ agentsMay: apiKey.agentsMay }, work)
  const save = async () => {
    const isDone = await work.run(async () => {
      await session.api.patch(`${path}/${apiKey.id}`, values)
      session.toast(assistants.saved)
      await reload()
    })
    if (isDone) close()
  }
  return (
    <Dialog title={assistants.open} close={close}>
      <Form send={() => void save()}>
        <SelectField label={assistants.label} hint={assistants.hint} {...field('agentsMay')} options={agentLimits()} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{assistants.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
