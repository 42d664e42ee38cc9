import type { InvitationAnswer, One } from '../../shared/answers.ts'
import type { Role } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { orTell, ROLE_NAMES } from '../session.ts'
import type { Asked } from '../parts/asking.ts'
import { useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField, type Option } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { fromNow } from '../parts/words.ts'

export const InviteByMail = ({
  session,
  roles,
  invited,
}: {
  session: CalendarSession
  roles: readonly Option<Role>[]
  invited: () => Promise<void>
}) => {
  const work = useWork()
  const { values, set, field, shown } = useFields<{ email: string; role: Role }>({ email: '', role: 'STAFF' }, work)
  const send = () =>
    void work.run(async () => {
      await session.api.post(`/calendars/${session.calendar.slug}/invitations`, values)
      await invited()
      session.toast(`Invitation sent to ${values.email}.`)
      set({ email: '' })
    })
  return (
    <Form send={send} look="inline-form" label="Invite by email">
      <TextField
        label="Invite by email"
        type="email"
        placeholder="name@example.org"
        {...field('email')}
        hint="The link works once, for 7 days. Anyone who signs in with another address needs an owner’s approval."
      />
      <SelectField label="Role" {...field('role')} options={roles} />
      <Send work={work}>
        <Icon name="send" /> Send invitation
      </Send>
      <OtherFault work={work} fields={shown} />
    </Form>
  )
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
  const { id, email, role, status, claim, expiresAt } = invitation
  const path = `/calendars/${session.calendar.slug}/invitations`
  const act = (words: string, work: () => Promise<unknown>) =>
    void orTell(session, async () => {
      await work()
      await changed()
      session.toast(words)
    })
  const withdraw = () => act('Invitation withdrawn.', () => session.api.delete(`${path}/${id}`))
  const isAsked = status === 'AWAITING_CONFIRMATION'
  const who = claim === null ? 'someone' : [claim.name, claim.email].filter(Boolean).join(', ') || 'someone'
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
          as {ROLE_NAMES[role]} ·{' '}
          {isAsked ? (
            <>
              opened by <bdi>{who}</bdi>, with another address. Is that them?
            </>
          ) : status === 'EXPIRED' ? (
            'the link has expired'
          ) : (
            `the link expires ${fromNow(expiresAt)}`
          )}
        </span>
      </span>
      {isAsked ? (
        <button
          type="button"
          class="button plain"
          onClick={() => act(`${email} is now a member.`, () => session.api.post(`${path}/${id}/confirm`))}
        >
          Yes, add them
        </button>
      ) : (
        <button
          type="button"
          class="button plain"
          onClick={() => act('Invitation resent.', () => session.api.post(path, { email, role }))}
        >
          Resend
        </button>
      )}
      <button type="button" class="button bare" aria-label={`Withdraw the invitation for ${email}`} onClick={withdraw}>
        {isAsked ? 'No' : 'Withdraw'}
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
            <h2 class="h2">Invited</h2>
            <ul class="lines" aria-label="Invited">
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
