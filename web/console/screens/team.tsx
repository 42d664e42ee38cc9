import { useState } from 'hono/jsx/dom'
import type { MemberAnswer, One } from '../../shared/answers.ts'
import { ROLES, type Role } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { orTell, ROLE_NAMES } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { countOf } from '../parts/words.ts'
import { keepProfile } from './profile.ts'
import { HOME, hashOf } from '../place.ts'
import { Invitations, InviteByMail, readInvitations } from './invitations.tsx'

const roleOptions = ROLES.toReversed().map((value) => ({ value, label: ROLE_NAMES[value] }))

const AddMember = ({
  session,
  path,
  changed,
}: {
  session: CalendarSession
  path: string
  changed: () => Promise<void>
}) => {
  const work = useWork()
  const { values, set, field, shown } = useFields<{ userId: string; role: Role }>({ userId: '', role: 'STAFF' }, work)
  const add = () =>
    void work.run(async () => {
      const userId = values.userId.trim()
      await session.api.post(path, { ...values, userId })
      await changed()
      session.toast(`${userId} is now ${ROLE_NAMES[values.role].toLowerCase()}.`)
      set({ userId: '' })
    })
  return (
    <Form send={add} look="inline-form" label="Add a member">
      <TextField label="User ID" {...field('userId')} hint="They’ll find it in their account menu, under their name." />
      <SelectField label="Role" {...field('role')} options={roleOptions} />
      <Send work={work}>
        <Icon name="plus" /> Add member
      </Send>
      <OtherFault work={work} fields={shown} />
    </Form>
  )
}

export const TeamScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar, me } = session
  const path = `/calendars/${calendar.slug}/members`
  const asked = useAsked(async () => (await api.get<One<MemberAnswer[]>>(path)).data, [calendar.slug])
  const invitations = useAsked(() => readInvitations(session), [calendar.slug])
  const [leaving, setLeaving] = useState<MemberAnswer | null>(null)
  const isMe = (member: MemberAnswer) => member.userId === me.userId
  const change = async (member: MemberAnswer, role: Role) => {
    await orTell(session, async () => {
      await api.post(path, { userId: member.userId, role })
      session.toast(`${member.userId} is now ${ROLE_NAMES[role].toLowerCase()}.`)
    })
    await asked.again()
    if (isMe(member)) await session.refresh()
  }
  const showMe = (isShown: boolean) =>
    void orTell(session, async () => {
      await keepProfile(session, isShown)
      await asked.again()
    })
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Team' }]}
      title={`Team · ${calendar.name}`}
    >
      <Head title="Team" lead="Owners see money and API keys. Managers run events. Staff check in guests." />
      <InviteByMail session={session} roles={roleOptions} invited={invitations.again} />
      <details>
        <summary>Add by user ID</summary>
        <AddMember session={session} path={path} changed={asked.again} />
      </details>
      <section>
        <header class="spread">
          <h2 class="h2">Members</h2>
          <span class="soft">{asked.data === null ? '' : countOf(asked.data.length, 'person', 'people')}</span>
        </header>
        <Shown
          asked={asked}
          draw={(members) => (
            <ul class="lines" aria-label="Members">
              {members.map((member) => (
                <li key={member.userId}>
                  <span class="grow">
                    <b>
                      <bdi>{member.name ?? member.userId}</bdi>
                    </b>{' '}
                    {isMe(member) && <span class="tag">you</span>}
                    {member.name !== null && (
                      <span class="under">
                        <bdi>{member.email ?? member.userId}</bdi>
                      </span>
                    )}
                  </span>
                  {isMe(member) && (
                    <button type="button" class="button bare" onClick={() => showMe(member.name === null)}>
                      {member.name === null ? 'Show my name' : 'Hide my name'}
                    </button>
                  )}
                  <select
                    class="pill"
                    aria-label={`Role of ${member.userId}`}
                    value={member.role}
                    onInput={(event: Event) =>
                      void change(member, (event.currentTarget as HTMLSelectElement).value as Role)
                    }
                  >
                    {roleOptions.map(({ value, label }) => (
                      <option value={value} key={value} selected={value === member.role}>
                        {label}
                      </option>
                    ))}
                  </select>
                  <button
                    type="button"
                    class="button bare"
                    aria-label={isMe(member) ? 'Leave' : `Remove ${member.userId}`}
                    onClick={() => setLeaving(member)}
                  >
                    {isMe(member) ? 'Leave' : 'Remove'}
                  </button>
                </li>
              ))}
            </ul>
          )}
        />
      </section>
      <Invitations session={session} asked={invitations} joined={asked.again} />
      {leaving !== null && (
        <Ask
          title={isMe(leaving) ? `Leave ${calendar.name}?` : `Remove ${leaving.userId}?`}
          action={isMe(leaving) ? 'Leave' : 'Remove'}
          isDangerous
          close={() => setLeaving(null)}
          act={async () => {
            await api.delete(`${path}/${encodeURIComponent(leaving.userId)}`)
            if (isMe(leaving)) {
              session.go(HOME)
              await session.refresh()
            } else await asked.again()
          }}
        >
          <p>
            {isMe(leaving)
              ? 'You’ll lose access to this calendar until an owner adds you again.'
              : 'They lose access to this calendar with their next click.'}
          </p>
        </Ask>
      )}
    </Screen>
  )
}
