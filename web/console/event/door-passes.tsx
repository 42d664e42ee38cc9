import { useState } from 'hono/jsx/dom'
import type { DoorPassAnswer, One } from '../../shared/answers.ts'
import { hasPlan } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { NeedsPlan, Shown } from '../parts/states.tsx'
import { fromNow, momentOf } from '../parts/words.ts'
import { DoorPassForm } from './door-pass.tsx'
import type { EventSession } from './event-frame.tsx'

const PASSES: Record<DoorPassAnswer['status'], ChipLook> = {
  ACTIVE: { mark: 'disc', tone: 'good', words: 'Active' },
  EXPIRED: { mark: 'ring', tone: 'plain', words: 'Expired' },
  REVOKED: { mark: 'cross', tone: 'plain', words: 'Revoked' },
}

export const Passes = ({ session, event }: EventSession) => {
  const [isMaking, make] = useState(false)
  const [leaving, setLeaving] = useState<DoorPassAnswer | null>(null)
  const path = `/events/${event.id}/door-passes`
  const asked = useAsked(
    async () => (hasPlan(session, 'PRO') ? (await session.api.get<One<DoorPassAnswer[]>>(path)).data : []),
    [event.id],
  )
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">Door passes</h2>
        {hasPlan(session, 'PRO') && (
          <button type="button" class="button plain" onClick={() => make(true)}>
            <Icon name="plus" /> New door pass
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
              <p class="soft">A door pass opens the kiosk on any phone for a few hours, without an account.</p>
            ) : (
              <ul class="lines" aria-label="Door passes">
                {passes.map((pass) => (
                  <li key={pass.id}>
                    <span class="grow">
                      <b>
                        <bdi>{pass.label}</bdi>
                      </b>
                      <span class="under">
                        {pass.gate === null ? '' : `${pass.gate} · `}
                        {pass.lastUsedAt === null ? 'not used yet' : `used ${fromNow(pass.lastUsedAt)}`}
                        {pass.status === 'ACTIVE' && ` · expires ${momentOf(pass.expiresAt)}`}
                      </span>
                    </span>
                    <Chip {...PASSES[pass.status]} />
                    {pass.status === 'ACTIVE' && (
                      <button
                        type="button"
                        class="button bare bad"
                        aria-label={`Revoke ${pass.label}`}
                        onClick={() => setLeaving(pass)}
                      >
                        Revoke
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        />
      ) : (
        <NeedsPlan plan="Pro">
          Helpers can check in guests with a pass, without an account. Your team opens the kiosk by signing in.
        </NeedsPlan>
      )}
      {isMaking && (
        <DoorPassForm key="make" session={session} event={event} close={() => make(false)} made={asked.again} />
      )}
      {leaving !== null && (
        <Ask
          key="revoke"
          title={`Revoke “${leaving.label}”?`}
          action="Revoke pass"
          isDangerous
          close={() => setLeaving(null)}
          act={async () => {
            await session.api.delete(`${path}/${leaving.id}`)
            await asked.again()
          }}
        >
          <p>This pass stops working at the next scan.</p>
        </Ask>
      )}
    </section>
  )
}
