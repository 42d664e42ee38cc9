import { AGENT_LIMITS, type AgentLimit } from '../../../src/kernel/vocabulary.ts'
import type { AppAnswer, One } from '../../shared/answers.ts'
import { scopeWords } from '../developers/scopes.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { SelectField } from '../parts/fields.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import { hashOf } from '../place.ts'
import type { CalendarSession } from '../session.ts'
import { appsWords } from '../words/en/apps.ts'
import { keysWords } from '../words/en/keys.ts'

interface Around {
  session: CalendarSession
  path: string
  reload: () => Promise<void>
  end: (app: AppAnswer) => void
}

const AppCard = ({ app, session, path, reload, end }: Around & { app: AppAnswer }) => {
  const words = appsWords()
  const { limits } = keysWords().assistants
  const work = useWork()
  const limit = (agentsMay: AgentLimit) =>
    void work.run(async () => {
      await session.api.patch(`${path}/${app.id}`, { agentsMay })
      session.toast(words.limited)
      await reload()
    })
  const options = AGENT_LIMITS.map((value) => ({ value, label: limits[value] }))
  return (
    <li class="card item">
      <div class="row caption">
        <h3>
          <bdi>{app.host}</bdi>
        </h3>
      </div>
      <p class="soft">{words.calledItself(app.name)}</p>
      <ul class="tags" aria-label={words.scopes}>
        {app.scopes.map((scope) => (
          <li class="tag" key={scope} title={scopeWords(scope)}>
            {scope}
          </li>
        ))}
      </ul>
      <p class="meta quiet">
        <span>{words.allowed(<FromNow at={app.createdAt} />, app.userName ?? app.userId)}</span>
        <span>{app.lastUsedAt === null ? words.neverUsed : words.lastUsed(<FromNow at={app.lastUsedAt} />)}</span>
      </p>
      {app.resource === 'mcp' && (
        <SelectField label={words.limit} value={app.agentsMay} set={limit} options={options} />
      )}
      <div class="row acts">
        <a class="button plain small" href={hashOf(session.calendar.slug, 'history', { by: app.id })}>
          {words.did}
        </a>
        <button type="button" class="button plain small bad" onClick={() => end(app)}>
          {words.end}
        </button>
      </div>
      <OtherFault work={work} />
    </li>
  )
}

/** The apps that members have allowed: all of them for owners, otherwise the member's own. */
export const Apps = ({ session }: { session: CalendarSession }) => {
  const words = appsWords()
  const path = `/calendars/${session.calendar.slug}/apps`
  const asked = useAsked(async () => (await session.api.get<One<AppAnswer[]>>(path)).data, [path])
  const [ending, end] = useOpened<AppAnswer | null>(null)
  return (
    <>
      <Shown
        asked={asked}
        rows={1}
        draw={(apps) =>
          apps.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <ul class="items" aria-label={words.list}>
              {apps.map((app) => (
                <AppCard key={app.id} app={app} session={session} path={path} reload={asked.again} end={end} />
              ))}
            </ul>
          )
        }
      />
      {ending !== null && (
        <Ask
          title={words.ending.title(ending.host)}
          action={words.ending.action}
          isDangerous
          close={() => end(null)}
          act={async () => {
            await session.api.delete(`${path}/${ending.id}`)
            session.toast(words.ending.done(ending.host))
            await asked.again()
          }}
        >
          <p>{words.ending.about}</p>
        </Ask>
      )}
    </>
  )
}
