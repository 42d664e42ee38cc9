import { alertOf, askThenDo, busy } from '../shared/dialog.ts'
import { element } from '../shared/element.ts'
import { optionOf, selectField, textField, type Option } from '../shared/fields.ts'
import { formDialog } from '../shared/form-dialog.ts'
import { loading } from '../shared/loading.ts'
import type { Scene, Section } from './scene.ts'
import type { Member, One, Role } from './wire.ts'

const ROLES: readonly (Option & { value: Role; hint: string })[] = [
  { value: 'STAFF', label: 'Staff', hint: 'reads, and checks guests in' },
  { value: 'MANAGER', label: 'Manager', hint: 'edits events and moderates guests too' },
  { value: 'OWNER', label: 'Owner', hint: 'keys, webhooks, members and money too' },
]

const pathOf = ({ calendar }: Scene) => `/calendars/${calendar.slug}/members`

const put = (scene: Scene, userId: string, role: string) => scene.api.post<One<Member>>(pathOf(scene), { userId, role })

const add = (scene: Scene) => {
  const user = textField({
    name: 'userId',
    label: 'Their id',
    hint: 'They see it in the menu at the top right when they sign in to the console.',
    attributes: { required: true, maxlength: 255, spellcheck: 'false', autocapitalize: 'none' },
  })
  const role = selectField({
    name: 'role',
    label: 'Role',
    options: ROLES.map(({ value, label, hint }) => ({ value, label: `${label}: ${hint}` })),
    chosen: 'STAFF',
  })
  return formDialog({
    title: 'Add a member',
    lead: 'They are a member at once, and no mail is sent: the service knows people by the id of their sign-in, not by an address.',
    fields: [user, role],
    action: 'Add',
    submit: () => put(scene, user.value(), role.value()),
  })
}

const memberItem = (member: Member, scene: Scene, reload: () => Promise<void>) => {
  const { userId } = member
  const isMe = userId === scene.userId
  const trouble = element('div', {})
  const role = element(
    'select',
    { 'aria-label': `Role of ${userId}` },
    ROLES.map((option) => optionOf(option, member.role)),
  )
  const changed = async () => {
    await (isMe ? scene.refresh() : reload())
  }
  const change = async () => {
    const question = {
      title: 'Change your own role?',
      text: 'You may not be able to change it back yourself.',
      action: 'Change it',
    }
    const work = () => put(scene, userId, role.value)
    trouble.replaceChildren()
    try {
      if (isMe && !(await askThenDo(question, work))) return void (role.value = member.role)
      if (!isMe) await work()
      scene.say(`${userId} is ${ROLES.find(({ value }) => value === role.value)?.label.toLowerCase()} now.`)
      return await changed()
    } catch (error) {
      role.value = member.role
      return trouble.replaceChildren(alertOf(error))
    }
  }
  role.addEventListener('change', () => void change())
  const remove = element('button', { type: 'button', class: 'button plain small bad' }, isMe ? 'Leave' : 'Remove')
  remove.addEventListener('click', () => {
    const question = {
      title: isMe ? 'Leave this calendar?' : `Remove ${userId}?`,
      text: 'It holds from the next request on. Keys that they made stay as they are.',
      action: isMe ? 'Leave' : 'Remove',
    }
    void busy(remove, () =>
      askThenDo(question, () => scene.api.delete(`${pathOf(scene)}/${encodeURIComponent(userId)}`)),
    ).then((isDone) => (isDone ? changed() : undefined))
  })
  return element(
    'li',
    { class: 'card item member' },
    element(
      'div',
      { class: 'row top' },
      element('h2', { class: 'address' }, userId),
      isMe && element('span', { class: 'tag accent' }, 'You'),
    ),
    element('div', { class: 'row' }, role, remove),
    trouble,
  )
}

export const membersSection: Section = {
  id: 'members',
  title: 'Members',
  lead: 'Who may do what with this calendar.',
  role: 'OWNER',
  plan: 'PLUS',
  open: (scene) => {
    const button = element('button', { type: 'button', class: 'button' }, 'Add a member')
    scene.offer(button)
    const reload = loading(
      scene.place,
      () => scene.api.get<One<Member[]>>(pathOf(scene)),
      ({ data }, again) =>
        element(
          'ul',
          { class: 'items' },
          data.map((member) => memberItem(member, scene, again)),
        ),
    )
    button.addEventListener('click', () => void add(scene).then((added) => (added === null ? undefined : reload())))
  },
}
