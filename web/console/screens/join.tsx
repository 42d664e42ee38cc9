import { useState } from 'hono/jsx/dom'
import type { AcceptedAnswer, One, ShownInvitationAnswer } from '../../shared/answers.ts'
import { Refusal } from '../../shared/api.ts'
import type { Session } from '../session.ts'
import { ROLE_NAMES } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { OtherFault } from '../parts/form.tsx'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { Screen } from '../frame/screen.tsx'
import { HOME, hashOf } from '../place.ts'

/** The screen that an invitation link opens. It shows the calendar and a button to join it. */
export const JoinScreen = ({ session, token }: { session: Session; token: string }) => {
  const path = encodeURIComponent(token)
  const work = useWork()
  const [waits, wait] = useState(false)
  const asked = useAsked(
    async () => (await session.api.get<One<ShownInvitationAnswer>>(`/public/invitations/${path}`)).data,
    [token],
  )
  const join = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<AcceptedAnswer>>(`/invitations/${path}/accept`)
      if (data.status === 'AWAITING_CONFIRMATION') return wait(true)
      await session.refresh()
      return session.go(hashOf(data.calendar.slug, 'events'))
    })
  const invitation = asked.data
  const home = (
    <a class="button plain" href={HOME}>
      Your calendars
    </a>
  )
  return (
    <Screen crumbs={[{ words: 'Your calendars', href: HOME }, { words: 'Invitation' }]} title="Invitation">
      {waits && invitation !== null ? (
        <Empty key="waits" title="Waiting for an owner" act={home}>
          You’re signed in as {session.name}, and {invitation.email} was invited. You’ll be a member as soon as an owner
          of {invitation.calendar.name} confirms that it’s you.
        </Empty>
      ) : invitation !== null ? (
        <Empty
          key="join"
          title={`Join ${invitation.calendar.name}`}
          act={
            <>
              <button type="button" class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={join}>
                Join as {ROLE_NAMES[invitation.role].toLowerCase()}
              </button>
              <OtherFault work={work} />
            </>
          }
        >
          {invitation.email} was invited. The owners will see your name and email address.
        </Empty>
      ) : asked.error instanceof Refusal && asked.error.status === 404 ? (
        <Empty key="gone" title="This invitation has expired" act={home}>
          An invitation works once, and for seven days. Ask for a new one.
        </Empty>
      ) : asked.error !== null ? (
        <Trouble key="trouble" error={asked.error} again={() => void asked.again()} />
      ) : (
        <Loading key="loading" rows={2} />
      )}
    </Screen>
  )
}
