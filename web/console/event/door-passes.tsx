import type { DoorPassAnswer, One } from '../../shared/answers.ts'
import { hasPlan } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { NeedsPlan, Shown } from '../parts/states.tsx'
import { fromNow, momentOf } from '../parts/words.ts'
import { doorWords } from '../words/en/door.ts'
import { termsWords } from '../words/en/terms.ts'
import { DoorPassForm } from './door-pass.tsx'
import type { EventSession } from './event-frame.tsx'

const LOOKS: Record<DoorPassAnswer['status'], Omit<ChipLook, 'words'>> = {
  ACTIVE: { mark: 'disc', tone: 'good' },
  EXPIRED: { mark: 'ring', tone: 'plain' },
  REVOKED: { mark: 'cross', tone: 'plain' },
}

/** Returns the gate, the last use and, while the pass is active, when it expires. */
const useOf = ({ gate, lastUsedAt, status, expiresAt }: DoorPassAnswer, timezone: string) => {
  const words = doorWords().passes
  return [
    gate,
    lastUsedAt === null ? words.notUsed : words.used(fromNow(lastUsedAt)),
    status === 'ACTIVE' ? words.expires(momentOf(expiresAt, timezone)) : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}

export const Passes = ({ session, event }: EventSession) => {
  const words = doorWords().passes
  const [isMaking, make] = useOpened(false)
  const [leaving, setLeaving] = useOpened<DoorPassAnswer | null>(null)
  const path = `/events/${event.id}/door-passes`
  const asked = useAsked(
    async () => (hasPlan(session, 'PRO') ? (await session.api.get<One<DoorPassAnswer[]>>(path)).data : []),
    [event.id],
  )
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        {hasPlan(session, 'PRO') && (
          <button type="button" class="button plain" onClick={() => make(true)}>
            <Icon name="plus" /> {words.new}
          </button>
        )}
      </header>
      {hasPlan(session, 'PRO') ? (
        <Shown
          key="passes"
          asked={asked}
          rows={2}
          draw={(passes) =>
            passes.length === 0 ? (
              <p class="soft">{words.none}</p>
            ) : (
              <ul class="lines" aria-label={words.title}>
                {passes.map((pass) => (
                  <li key={pass.id}>
                    <span class="grow">
                      <b>
                        <bdi>{pass.label}</bdi>
                      </b>
                      <span class="under">{useOf(pass, event.timezone)}</span>
                    </span>
                    <Chip {...LOOKS[pass.status]} words={words.statuses[pass.status]} />
                    {pass.status === 'ACTIVE' && (
                      <button
                        type="button"
                        class="button bare bad"
                        aria-label={words.revokeOf(pass.label)}
                        onClick={() => setLeaving(pass)}
                      >
                        {words.revoke}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        />
      ) : (
        <NeedsPlan plan={termsWords().plans.PRO}>{words.needsPlan}</NeedsPlan>
      )}
      {isMaking && (
        <DoorPassForm key="make" session={session} event={event} close={() => make(false)} made={asked.again} />
      )}
      {leaving !== null && (
        <Ask
          key="revoke"
          title={words.askRevoke(leaving.label)}
          action={words.revokePass}
          isDangerous
          close={() => setLeaving(null)}
          act={async () => {
            await session.api.delete(`${path}/${leaving.id}`)
            await asked.again()
          }}
        >
          <p>{words.revokeMeans}</p>
        </Ask>
      )}
    </section>
  )
}
