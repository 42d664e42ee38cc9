import type { AcceptedAnswer, One, ShownInvitationAnswer } from '../../shared/answers.ts'
import { Refusal } from '../../shared/api.ts'
import type { Session } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { OtherFault } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { Screen } from '../frame/screen.tsx'
import { HOME, hashOf } from '../place.ts'
import { joinWords } from '../words/en/join.ts'
import { termsWords } from '../words/en/terms.ts'

/** The screen that an invitation link opens. It shows the calendar and a button to join it. */
export const JoinScreen = ({ session, token }: { session: Session; token: string }) => {
  const words = joinWords()
  const { yourCalendars } = termsWords()
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
      {yourCalendars}
    </a>
  )
  return (
    <Screen crumbs={[{ words: yourCalendars, href: HOME }, { words: words.title }]} title={words.title}>
      {waits && invitation !== null ? (
        <Empty key="waits" title={words.waiting.title} act={home}>
          {words.waiting.text(session.name, invitation.email, invitation.calendar.name)}
        </Empty>
      ) : invitation !== null ? (
        <Empty
          key="join"
          title={words.join.title(invitation.calendar.name)}
          act={
            <>
              <button type="button" class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={join}>
                {words.join.joinAs[invitation.role]}
              </button>
              <OtherFault work={work} />
            </>
          }
        >
          {invitation.invitedBy === null
            ? words.join.invited[invitation.role](invitation.calendar.name)
            : words.join.invitedBy[invitation.role](invitation.invitedBy, invitation.calendar.name)}{' '}
          {words.join.may[invitation.role]} {words.join.text(invitation.email)}
        </Empty>
      ) : asked.error instanceof Refusal && asked.error.status === 404 ? (
        <Empty key="gone" title={words.expired.title} act={home}>
          {words.expired.text}
        </Empty>
      ) : asked.error !== null ? (
        <Trouble key="trouble" error={asked.error} again={() => void asked.again()} />
      ) : (
        <Loading key="loading" rows={2} />
      )}
    </Screen>
  )
}
