import type { One, SandboxAnswer } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import { useFields } from '../parts/use-fields.ts'
import { instantOf, momentOf } from '../parts/words.ts'
import { hashOf } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { sandboxesWords } from '../words/en/sandboxes.ts'
import { termsWords } from '../words/en/terms.ts'
import { OpenSandbox } from './sandbox-open.tsx'
import type { PanelProps, Section } from './section.ts'
import { ShowSecret } from './show-secret.tsx'

const MAX_SANDBOXES = 3
const WARNED_FOR_MS = 7 * 86_400_000

interface Created {
  session: CalendarSession
  path: string
  close: () => void
  reload: () => Promise<void>
}

const CreateSandbox = ({ session, path, close, reload }: Created) => {
  const words = sandboxesWords().creating
  const work = useWork()
  const [key, show] = useState<string | null>(null)
  const { field, orNull, shown } = useFields({ name: '', now: '' }, work)
  if (key !== null)
    return (
      <ShowSecret title={words.keyTitle} secret={key} of={words.keyOf} close={close}>
        <p>{words.keyAbout}</p>
      </ShowSecret>
    )
  const create = () =>
    void work.run(async () => {
      const [name, now] = [orNull('name'), orNull('now')]
      const { data } = await session.api.post<One<SandboxAnswer & { key: string }>>(path, {
        ...(name === null ? {} : { name }),
        ...(now === null ? {} : { now: instantOf(now, session.calendar.timezone) }),
      })
      await reload()
      show(data.key)
    })
  return (
    <Dialog title={words.title} close={close}>
      <Form send={create}>
        <TextField label={termsWords().name} {...field('name')} isFocused />
        <TextField label={words.begins} hint={words.beginsHint} type="datetime-local" {...field('now')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{sandboxesWords().create}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

const Card = ({
  session,
  sandbox,
  remove,
}: {
  session: CalendarSession
  sandbox: SandboxAnswer
  remove: () => void
}) => {
  const words = sandboxesWords()
  const isEnding = Date.parse(sandbox.expiresAt) - Date.now() < WARNED_FOR_MS
  const expires = words.expires(<FromNow at={sandbox.expiresAt} />)
  return (
    <li class="card item">
      <div class="row caption">
        <h2>
          <bdi>{sandbox.name}</bdi>
        </h2>
      </div>
      <p class="meta quiet">
        <span>{words.shows(momentOf(sandbox.clock, session.calendar.timezone))}</span>
        {!isEnding && <span>{expires}</span>}
      </p>
      {isEnding && <p class="notice warn">{expires}</p>}
      <div class="row acts">
        <a class="button plain small" href={hashOf(session.calendar.slug, 'sandboxes', { open: sandbox.id })}>
          {words.open}
        </a>
        <button type="button" class="button plain small bad" onClick={remove}>
          {words.remove}
        </button>
      </div>
    </li>
  )
}

const Sandboxes = ({ session }: PanelProps) => {
  const words = sandboxesWords()
  const path = `/calendars/${session.calendar.slug}/sandboxes`
  const asked = useAsked(async () => (await session.api.get<One<SandboxAnswer[]>>(path)).data, [path])
  const [chosen, choose] = useOpened<SandboxAnswer | 'create' | null>(null)
  const close = () => choose(null)
  const openId = session.place.query.get('open')
  const open = asked.data?.find(({ id }) => id === openId)
  if (open !== undefined) return <OpenSandbox key={open.id} session={session} sandbox={open} />
  const isFull = (asked.data?.length ?? 0) >= MAX_SANDBOXES
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button type="button" class="button" disabled={isFull} onClick={() => choose('create')}>
          {words.create}
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={(sandboxes) => (
          <div class="content">
            {sandboxes.length === 0 && <Empty title={words.empty.title}>{words.empty.about}</Empty>}
            {isFull && <p class="quiet">{words.full}</p>}
            <ul class="items">
              {sandboxes.map((sandbox) => (
                <Card key={sandbox.id} session={session} sandbox={sandbox} remove={() => choose(sandbox)} />
              ))}
            </ul>
          </div>
        )}
      />
      {chosen === 'create' && <CreateSandbox session={session} path={path} close={close} reload={asked.again} />}
      {chosen !== null && chosen !== 'create' && (
        <Ask
          title={words.removing.title(chosen.name)}
          action={words.removing.action}
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(`${path}/${chosen.id}`)
            session.toast(words.removing.done(chosen.name))
            await asked.again()
          }}
        >
          <p>{words.removing.about}</p>
        </Ask>
      )}
    </>
  )
}

export const sandboxesSection: Section = {
  id: 'sandboxes',
  words: sandboxesWords,
  role: 'MANAGER',
  plan: 'PRO',
  Panel: Sandboxes,
}
