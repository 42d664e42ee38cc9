import { useState } from 'hono/jsx/dom'
import type { ApiKeyAnswer, One } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { OtherFault } from '../parts/form.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import { fullTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { CreateKey, RenameKey } from './key-dialogs.tsx'
import { scopeWords } from './scopes.ts'
import type { PanelProps, Section } from './section.ts'

const MAX_ACTIVE_KEYS = 3
const LIMIT_REACHED =
  'All three keys of this calendar are active, and three is the most it can have. Deactivate or revoke one to make room for another.'

const isExpired = ({ expiresAt }: ApiKeyAnswer) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()
const isRevoked = ({ revokedAt }: ApiKeyAnswer) => revokedAt !== null
const activeOf = (keys: readonly ApiKeyAnswer[]) => keys.filter((key) => !isRevoked(key) && key.isActive).length

const KeyState = ({ apiKey }: { apiKey: ApiKeyAnswer }) => {
  if (isRevoked(apiKey)) return <span class="tag">Revoked</span>
  if (isExpired(apiKey)) return <span class="tag warn">Expired</span>
  return apiKey.isActive ? <span class="tag good">Active</span> : <span class="tag warn">Inactive</span>
}

type Chosen = { act: 'create' } | { act: 'rename' | 'revoke'; apiKey: ApiKeyAnswer }

interface Around {
  session: CalendarSession
  path: string
  reload: () => Promise<void>
  choose: (chosen: Chosen) => void
}

const KeyActs = ({ apiKey, session, path, reload, choose }: Around & { apiKey: ApiKeyAnswer }) => {
  const { name, isActive } = apiKey
  const work = useWork()
  const turn = () =>
    void work.run(async () => {
      await session.api.patch(`${path}/${apiKey.id}`, { isActive: !isActive })
      session.toast(isActive ? `“${name}” no longer works.` : `“${name}” works again.`)
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
          {isActive ? 'Deactivate' : 'Activate'}
        </button>
        <button type="button" class="button plain small" onClick={() => choose({ act: 'rename', apiKey })}>
          Rename
        </button>
        <button type="button" class="button plain small bad" onClick={() => choose({ act: 'revoke', apiKey })}>
          Revoke
        </button>
      </div>
      <OtherFault work={work} />
    </>
  )
}

const KeyCard = ({ apiKey, ...around }: Around & { apiKey: ApiKeyAnswer }) => (
  <li class="card item">
    <div class="row caption">
      <h2>{apiKey.name}</h2>
      <KeyState apiKey={apiKey} />
      {apiKey.mode === 'test' && <span class="tag accent">Test key</span>}
    </div>
    <p>
      <code class="prefix">{apiKey.prefix}…</code>
    </p>
    <ul class="tags" aria-label="Scopes">
      {apiKey.scopes.map((scope) => (
        <li class="tag" key={scope} title={scopeWords(scope)}>
          {scope}
        </li>
      ))}
    </ul>
    <p class="meta quiet">
      <span>
        Created <FromNow at={apiKey.createdAt} /> by {apiKey.createdBy}
      </span>
      <span>
        {apiKey.lastUsedAt === null ? (
          'Never used'
        ) : (
          <>
            Last used <FromNow at={apiKey.lastUsedAt} />
          </>
        )}
      </span>
      {apiKey.revokedAt !== null && (
        <span>
          Revoked <FromNow at={apiKey.revokedAt} />
        </span>
      )}
      {apiKey.revokedAt === null && apiKey.expiresAt !== null && (
        <span>
          {isExpired(apiKey) ? 'Expired' : 'Expires'} {fullTimeOf(apiKey.expiresAt)}
        </span>
      )}
    </p>
    {!isRevoked(apiKey) && <KeyActs apiKey={apiKey} {...around} />}
  </li>
)

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
    {active >= MAX_ACTIVE_KEYS ? LIMIT_REACHED : `${active} of ${MAX_ACTIVE_KEYS} active keys.`}
  </p>
)

const Keys = ({ session, section }: PanelProps) => {
  const path = `/calendars/${session.calendar.slug}/api-keys`
  const asked = useAsked(async () => (await session.api.get<One<ApiKeyAnswer[]>>(path)).data, [path])
  const [chosen, choose] = useState<Chosen | null>(null)
  const close = () => choose(null)
  const around = { session, path, reload: asked.again, choose }
  const dialog = { session, path, reload: asked.again, close }
  return (
    <>
      <Head title={section.title} lead={section.lead}>
        <button
          type="button"
          class="button"
          disabled={activeOf(asked.data ?? []) >= MAX_ACTIVE_KEYS}
          onClick={() => choose({ act: 'create' })}
        >
          Create key
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={(keys) => {
          const [revoked, others] = [keys.filter(isRevoked), keys.filter((key) => !isRevoked(key))]
          return (
            <div class="content">
              {others.length === 0 ? (
                <Empty title="No API keys yet">
                  A key lets your server read and change this calendar without anyone signed in.
                </Empty>
              ) : (
                <Room active={activeOf(others)} />
              )}
              {others.length > 0 && <Cards keys={others} {...around} />}
              {revoked.length > 0 && (
                <details class="past">
                  <summary>Revoked keys ({revoked.length})</summary>
                  <Cards keys={revoked} {...around} />
                </details>
              )}
            </div>
          )
        }}
      />
      {chosen?.act === 'create' && <CreateKey key="create" {...dialog} />}
      {chosen?.act === 'rename' && <RenameKey key="rename" apiKey={chosen.apiKey} {...dialog} />}
      {chosen?.act === 'revoke' && (
        <Ask
          key="revoke"
          title={`Revoke “${chosen.apiKey.name}”?`}
          action="Revoke permanently"
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(`${path}/${chosen.apiKey.id}`)
            session.toast(`“${chosen.apiKey.name}” has been revoked.`)
            await asked.again()
          }}
        >
          <p>Requests with this key fail from now on. You can’t undo this.</p>
        </Ask>
      )}
    </>
  )
}

export const keysSection: Section = {
  id: 'keys',
  title: 'API keys',
  lead: 'For your own servers. A key works only for this calendar and its scopes.',
  role: 'OWNER',
  plan: 'PRO',
  Panel: Keys,
}
