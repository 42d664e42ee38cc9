import type { InvitationAnswer, One } from '../../shared/answers.ts'
import type { Role } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import type { Asked } from '../parts/asking.ts'
import { useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField, type Option } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { fromNow } from '../parts/words.ts'
import { teamWords } from '../words/en/team.ts'
import { termsWords } from '../words/en/terms.ts'

export const InviteByMail = ({
  session,
  roles,
  invited,
}: {
  session: CalendarSession
  roles: readonly Option<Role>[]
  invited: () => Promise<void>
}) => {
  const words = teamWords().invite
  const work = useWork()
  const { values, set, field, shown } = useFields<{ email: string; role: Role }>({ email: '', role: 'STAFF' }, work)
  const send = () =>
    void work.run(async () => {
      await session.api.post(`/calendars/${session.calendar.slug}/invitations`, values)
      await invited()
      session.toast(words.sent(values.email))
      set({ email: '' })
    })
  return (
    <Form send={send} look="inline-form" label={words.form}>
      <TextField
        label={words.form}
        type="email"
        placeholder={words.placeholder}
        {...field('email')}
        hint={words.hint}
      />
      <SelectField label={termsWords().role} {...field('role')} options={roles} />
      <Send work={work}>
        <Icon name="send" /> {words.send}
      </Send>
      <OtherFault work={work} fields={shown} />
    </Form>
  )
}

const openedBy = (claim: InvitationAnswer['claim']) => {
  const words = teamWords().invited
  const who = [claim?.name, claim?.email].filter(Boolean).join(', ')
  return who === '' ? words.openedBySomeone : words.openedBy(<bdi>{who}</bdi>)
}

const Line = ({
  session,
  invitation,
  changed,
}: {
  session: CalendarSession
  invitation: InvitationAnswer
  changed: () => Promise<void>
}) => {
  const words = teamWords().invited
  const { id, email, role, status, claim, expiresAt } = invitation
  const path = `/calendars/${session.calendar.slug}/invitations`
  const act = (said: string, work: () => Promise<unknown>) =>
    void orTell(session, async () => {
      await work()
      await changed()
      session.toast(said)
    })
  const withdraw = () => act(words.withdrawn, () => session.api.delete(`${path}/${id}`))
  const isAsked = status === 'AWAITING_CONFIRMATION'
  return (
    <li>
      <span class={isAsked ? 'mark warn' : 'mark'}>
        <Icon name={isAsked ? 'warn' : 'messages'} />
      </span>
      <span class="grow">
        <b>
          <bdi>{email}</bdi>
        </b>
        <span class="under">
          {words.as[role]} ·{' '}
          {isAsked ? openedBy(claim) : status === 'EXPIRED' ? words.expired : words.expires(fromNow(expiresAt))}
        </span>
      </span>
      {isAsked ? (
        <button
          type="button"
          class="button plain"
          onClick={() => act(words.isMember(email), () => session.api.post(`${path}/${id}/confirm`))}
        >
          {words.addThem}
        </button>
      ) : (
        <button
          type="button"
          class="button plain"
          onClick={() => act(words.resent, () => session.api.post(path, { email, role }))}
        >
          {words.resend}
        </button>
      )}
      <button type="button" class="button bare" aria-label={words.withdrawFor(email)} onClick={withdraw}>
        {isAsked ? termsWords().no : words.withdraw}
      </button>
    </li>
  )
}

export const Invitations = ({
  session,
  asked,
  joined,
}: {
  session: CalendarSession
  asked: Asked<InvitationAnswer[]>
  joined: () => Promise<void>
}) => {
  const { title } = teamWords().invited
  const changed = async () => {
    await Promise.all([asked.again(), joined()])
  }
  return (
    <Shown
      asked={asked}
      rows={1}
      draw={(invitations) =>
        invitations.length > 0 && (
          <section>
            <h2 class="h2">{title}</h2>
            <ul class="lines" aria-label={title}>
              {invitations.map((invitation) => (
                <Line key={invitation.id} session={session} invitation={invitation} changed={changed} />
              ))}
            </ul>
          </section>
        )
      }
    />
  )
}

export const readInvitations = async ({ api, calendar }: CalendarSession) =>
  (await api.get<One<InvitationAnswer[]>>(`/calendars/${calendar.slug}/invitations`)).data
