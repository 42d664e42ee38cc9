import type { MemberAnswer, One } from '../../shared/answers.ts'
import { ROLES, type Role } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { keepProfile } from './profile.ts'
import { HOME, hashOf } from '../place.ts'
import { teamWords } from '../words/en/team.ts'
import { termsWords } from '../words/en/terms.ts'
import { Invitations, InviteByMail, readInvitations } from './invitations.tsx'

const roleOptionsOf = () => {
  const { roles } = termsWords()
  return ROLES.toReversed().map((value) => ({ value, label: roles[value] }))
}

const AddMember = ({
  session,
  path,
  changed,
}: {
  session: CalendarSession
  path: string
  changed: () => Promise<void>
}) => {
  const words = teamWords()
  const work = useWork()
  const { values, set, field, shown } = useFields<{ userId: string; role: Role }>({ userId: '', role: 'STAFF' }, work)
  const add = () =>
    void work.run(async () => {
      const userId = values.userId.trim()
      await session.api.post(path, { ...values, userId })
      await changed()
      session.toast(words.isNow[values.role](userId))
      set({ userId: '' })
    })
  return (
    <Form send={add} look="inline-form" label={words.add.form}>
      <TextField label={words.add.userId} {...field('userId')} hint={words.add.userIdHint} />
      <SelectField label={termsWords().role} {...field('role')} options={roleOptionsOf()} />
      <Send work={work}>
        <Icon name="plus" /> {words.add.add}
      </Send>
      <OtherFault work={work} fields={shown} />
    </Form>
  )
}

export const TeamScreen = ({ session }: { session: CalendarSession }) => {
  const words = teamWords()
  const roleOptions = roleOptionsOf()
  const { api, calendar, me } = session
  const path = `/calendars/${calendar.slug}/members`
  const asked = useAsked(async () => (await api.get<One<MemberAnswer[]>>(path)).data, [calendar.slug])
  const invitations = useAsked(() => readInvitations(session), [calendar.slug])
  const [leaving, setLeaving] = useOpened<MemberAnswer | null>(null)
  const { unnamedMember } = termsWords()
  /** The user id tells members apart who share neither a name nor an address. Only tooltips and labels have it. */
  const nameOf = ({ name, email, userId }: MemberAnswer) => name ?? email ?? userId
  const isUnnamed = ({ name, email }: MemberAnswer) => name === null && email === null
  const isMe = (member: MemberAnswer) => member.userId === me.userId
  const change = async (member: MemberAnswer, role: Role) => {
    await orTell(session, async () => {
      await api.post(path, { userId: member.userId, role })
      session.toast(words.isNow[role](nameOf(member)))
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
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
    >
      <Head title={words.title} lead={words.lead} />
      <InviteByMail session={session} roles={roleOptions} invited={invitations.again} />
      <details>
        <summary>{words.add.summary}</summary>
        <AddMember session={session} path={path} changed={asked.again} />
      </details>
      <section>
        <header class="spread">
          <h2 class="h2">{words.members.title}</h2>
          <span class="soft">{asked.data === null ? '' : words.members.count(asked.data.length)}</span>
        </header>
        <Shown
          asked={asked}
          draw={(members) => (
            <ul class="lines" aria-label={words.members.title}>
              {members.map((member) => (
                <li key={member.userId}>
                  <span class="grow" title={isUnnamed(member) ? member.userId : undefined}>
                    <b>
                      <bdi>{isUnnamed(member) ? unnamedMember : nameOf(member)}</bdi>
                    </b>{' '}
                    {isMe(member) && <span class="tag">{words.members.you}</span>}
                    {member.name !== null && member.email !== null && (
                      <span class="under">
                        <bdi>{member.email}</bdi>
                      </span>
                    )}
                  </span>
                  {isMe(member) && (
                    <button type="button" class="button bare" onClick={() => showMe(member.name === null)}>
                      {member.name === null ? words.members.showName : words.members.hideName}
                    </button>
                  )}
                  <select
                    class="pill"
                    aria-label={words.members.roleOf(nameOf(member))}
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
                    aria-label={isMe(member) ? words.members.leave : words.members.removeMember(nameOf(member))}
                    onClick={() => setLeaving(member)}
                  >
                    {isMe(member) ? words.members.leave : termsWords().remove}
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
          title={isMe(leaving) ? words.leaveDialog.title(calendar.name) : words.removeDialog.title(nameOf(leaving))}
          action={isMe(leaving) ? words.members.leave : termsWords().remove}
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
          <p>{isMe(leaving) ? words.leaveDialog.text : words.removeDialog.text}</p>
        </Ask>
      )}
    </Screen>
  )
}
