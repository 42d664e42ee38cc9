import type { ApiKeyAnswer, One } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useOpened } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import { fullTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { keysWords } from '../words/en/keys.ts'
import { CreateKey, LimitAssistants, RenameKey } from './key-dialogs.tsx'
import { scopeWords } from './scopes.ts'
import type { PanelProps, Section } from './section.ts'

const MAX_ACTIVE_KEYS = 3

const isExpired = ({ expiresAt }: ApiKeyAnswer) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
const isRevoked = ({ revokedAt }: ApiKeyAnswer) => revokedAt !== null
const activeOf = (keys: readonly ApiKeyAnswer[]) => keys.filter((key) => !isRevoked(key) && key.isActive).length

const KeyState = ({ apiKey }: { apiKey: ApiKeyAnswer }) => {
  const { states } = keysWords()
  if (isRevoked(apiKey)) return <span class="tag">{states.revoked}</span>
  if (isExpired(apiKey)) return <span class="tag warn">{states.expired}</span>
  return apiKey.isActive ? (
    <span class="tag good">{states.active}</span>
  ) : (
    <span class="tag warn">{states.inactive}</span>
  )
}

type Chosen = { act: 'create' } | { act: 'rename' | 'assistants' | 'revoke'; apiKey: ApiKeyAnswer }

interface Around {
  session: CalendarSession
  path: string
  reload: () => Promise<void>
  choose: (chosen: Chosen) => void
}

const KeyActs = ({ apiKey, session, path, reload, choose }: Around & { apiKey: ApiKeyAnswer }) => {
  const { name, isActive } = apiKey
  const work = useWork()
  const words = keysWords()
  const turn = () =>
    void work.run(async () => {
      await session.api.patch(`${path}/${apiKey.id}`, { isActive: !isActive })
      session.toast(isActive ? words.deactivated(name) : words.activated(name))
      await reload()
    })
  return (
    <>
      <div class="row acts">
        <button
          type="button"
          class="button plain small"
          aria-disabled={work.isUnderWay ? 'true' : 'false'}
          onClick={turn}
        >
          {isActive ? words.deactivate : words.activate}
        </button>
        <button type="button" class="button plain small" onClick={() => choose({ act: 'rename', apiKey })}>
          {words.rename}
        </button>
        <button type="button" class="button plain small" onClick={() => choose({ act: 'assistants', apiKey })}>
          {words.assistants.open}
        </button>
        <button type="button" class="button plain small bad" onClick={() => choose({ act: 'revoke', apiKey })}>
          {words.revoke}
        </button>
      </div>
      <OtherFault work={work} />
    </>
  )
}

const KeyCard = ({ apiKey, ...around }: Around & { apiKey: ApiKeyAnswer }) => {
  const { createdAt, createdBy, lastUsedAt, revokedAt, expiresAt } = apiKey
  const words = keysWords()
  return (
    <li class="card item">
      <div class="row caption">
        <h2>{apiKey.name}</h2>
        <KeyState apiKey={apiKey} />
        {apiKey.mode === 'test' && <span class="tag accent">{words.testKey}</span>}
      </div>
      <p>
        <code class="prefix">{apiKey.prefix}…</code>
      </p>
      <ul class="tags" aria-label={words.scopesOfKey}>
        {apiKey.scopes.map((scope) => (
          <li class="tag" key={scope} title={scopeWords(scope)}>
            {scope}
          </li>
        ))}
      </ul>
      <p class="meta quiet">
        <span>{words.created(<FromNow at={createdAt} />, createdBy)}</span>
        <span>{lastUsedAt === null ? words.neverUsed : words.lastUsed(<FromNow at={lastUsedAt} />)}</span>
        {revokedAt !== null && <span>{words.revoked(<FromNow at={revokedAt} />)}</span>}
        {revokedAt === null && expiresAt !== null && (
          <span>{isExpired(apiKey) ? words.expired(fullTimeOf(expiresAt)) : words.expires(fullTimeOf(expiresAt))}</span>
        )}
      </p>
      {!isRevoked(apiKey) && <KeyActs apiKey={apiKey} {...around} />}
    </li>
  )
}

const Cards = ({ keys, ...around }: Around & { keys: readonly ApiKeyAnswer[] }) => (
  <ul class="items">
    {keys.map((apiKey) => (
      <KeyCard key={apiKey.id} apiKey={apiKey} {...around} />
    ))}
  </ul>
)

/**
 * Shows how many keys are active, as a sentence. The row of marks only repeats that number, so screen readers skip it.
 */
const Room = ({ active }: { active: number }) => (
  <p class="allowance">
    <span class="marks" aria-hidden="true">
      {Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => (
        <i key={String(index)} class={index < active ? 'on' : ''} />
      ))}
    </span>
    {active >= MAX_ACTIVE_KEYS ? keysWords().limitReached : keysWords().activeKeys(active, MAX_ACTIVE_KEYS)}
  </p>
)

const Keys = ({ session }: PanelProps) => {
  const words = keysWords()
  const path = `/calendars/${session.calendar.slug}/api-keys`
  const asked = useAsked(async () => (await session.api.get<One<ApiKeyAnswer[]>>(path)).data, [path])
  const [chosen, choose] = useOpened<Chosen | null>(null)
  const close = () => choose(null)
  const around = { session, path, reload: asked.again, choose }
  const dialog = { session, path, reload: asked.again, close }
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button
          type="button"
          class="button"
          disabled={activeOf(asked.data ?? []) >= MAX_ACTIVE_KEYS}
          onClick={() => choose({ act: 'create' })}
        >
          {words.create}
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={(keys) => {
          const [revoked, others] = [keys.filter(isRevoked), keys.filter((key) => !isRevoked(key))]
          return (
            <div class="content">
              {others.length === 0 ? (
                <Empty title={words.empty.title}>{words.empty.about}</Empty>
              ) : (
                <Room active={activeOf(others)} />
              )}
              {others.length > 0 && <Cards keys={others} {...around} />}
              {revoked.length > 0 && (
                <details class="past">
                  <summary>{words.revokedKeys(revoked.length)}</summary>
                  <Cards keys={revoked} {...around} />
                </details>
              )}
            </div>
          )
        }}
      />
      {chosen?.act === 'create' && <CreateKey key="create" {...dialog} />}
      {chosen?.act === 'rename' && <RenameKey key="rename" apiKey={chosen.apiKey} {...dialog} />}
      {chosen?.act === 'assistants' && <LimitAssistants key="assistants" apiKey={chosen.apiKey} {...dialog} />}
      {chosen?.act === 'revoke' && (
        <Ask
          key="revoke"
          title={words.revoking.title(chosen.apiKey.name)}
          action={words.revoking.action}
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(`${path}/${chosen.apiKey.id}`)
            session.toast(words.revoking.done(chosen.apiKey.name))
            await asked.again()
          }}
        >
          <p>{words.revoking.about}</p>
        </Ask>
      )}
    </>
  )
}

export const keysSection: Section = {
  id: 'keys',
  words: keysWords,
  role: 'OWNER',
  plan: 'PRO',
  Panel: Keys,
}
