import { alertOf, askThenDo, busy } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'
import { emptiness, loading } from '../../shared/loading.ts'
import { fullTime, timeFromNow } from '../../shared/times.ts'
import { createKey, renameKey } from './key-dialogs.ts'
import { byHand } from './by-hand.tsx'
import type { Scene } from './scene.ts'
import type { Section } from './section.ts'
import { scopeWords } from './scopes.ts'
import type { ApiKey, One } from './wire.ts'

const MOST_ACTIVE = 3
const FULL = `All three keys of this calendar are active, and three is the most it can have. Deactivate or revoke one to make room for another.`

const pathOf = (scene: Scene, key: ApiKey) => `/calendars/${scene.calendar.slug}/api-keys/${key.id}`
const isOver = ({ expiresAt }: ApiKey) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

const stateOf = (key: ApiKey) => {
  if (key.revokedAt !== null) return element('span', { class: 'tag' }, 'Revoked')
  if (isOver(key)) return element('span', { class: 'tag warn' }, 'Expired')
  return key.isActive
    ? element('span', { class: 'tag good' }, 'Active')
    : element('span', { class: 'tag warn' }, 'Inactive')
}

const factsOf = (key: ApiKey): Child => [
  element('span', {}, 'Created ', timeFromNow(key.createdAt), ' by ', key.createdBy),
  element('span', {}, key.lastUsedAt === null ? 'Never used' : ['Last used ', timeFromNow(key.lastUsedAt)]),
  key.revokedAt !== null && element('span', {}, 'Revoked ', timeFromNow(key.revokedAt)),
  key.revokedAt === null && key.expiresAt !== null && element('span', {}, 'Ends ', fullTime(key.expiresAt)),
]

const actionsOf = (key: ApiKey, scene: Scene, reload: () => Promise<void>, trouble: HTMLElement) => {
  const turn = element(
    'button',
    { type: 'button', class: 'button plain small' },
    key.isActive ? 'Deactivate' : 'Activate',
  )
  turn.addEventListener('click', () => {
    trouble.replaceChildren()
    busy(turn, () => scene.api.patch(pathOf(scene, key), { isActive: !key.isActive })).then(
      () => {
        scene.say(key.isActive ? `“${key.name}” no longer works.` : `“${key.name}” works again.`)
        return reload()
      },
      (error: unknown) => trouble.replaceChildren(alertOf(error)),
    )
  })
  const rename = async () => {
    if ((await renameKey(scene, key)) !== null) await reload()
  }
  const revoke = async () => {
    const question = {
      title: `Revoke “${key.name}”?`,
      text: 'Whatever uses this key stops working with its next request, and it cannot be brought back.',
      action: 'Revoke for good',
    }
    if (!(await askThenDo(question, () => scene.api.delete(pathOf(scene, key))))) return
    scene.say(`“${key.name}” is revoked.`)
    await reload()
  }
  return element(
    'div',
    { class: 'row acts' },
    turn,
    element('button', { type: 'button', class: 'button plain small', onclick: () => void rename() }, 'Rename'),
    element('button', { type: 'button', class: 'button plain small bad', onclick: () => void revoke() }, 'Revoke'),
  )
}

const keyCard = (key: ApiKey, scene: Scene, reload: () => Promise<void>) => {
  const trouble = element('div', {})
  return element(
    'li',
    { class: 'card item' },
    element(
      'div',
      { class: 'row caption' },
      element('h2', {}, key.name),
      stateOf(key),
      key.mode === 'test' && element('span', { class: 'tag accent' }, 'Test key'),
    ),
    element('p', {}, element('code', { class: 'prefix' }, `${key.prefix}…`)),
    element(
      'ul',
      { class: 'tags', 'aria-label': 'Scopes' },
      key.scopes.map((scope) => element('li', { class: 'tag', title: scopeWords(scope) }, scope)),
    ),
    element('p', { class: 'facts quiet' }, factsOf(key)),
    key.revokedAt === null && actionsOf(key, scene, reload, trouble),
    trouble,
  )
}

/** Shown as a sentence and as three marks, of which the sentence is enough. */
const roomOf = (active: number) =>
  element(
    'p',
    { class: 'room' },
    element(
      'span',
      { class: 'marks', 'aria-hidden': 'true' },
      Array.from({ length: MOST_ACTIVE }, (_, index) => element('i', { class: index < active ? 'on' : '' })),
    ),
    active >= MOST_ACTIVE ? FULL : `${active} of ${MOST_ACTIVE} active keys.`,
  )

const listOf = (keys: ApiKey[], scene: Scene, reload: () => Promise<void>): Child => {
  const [living, gone] = [keys.filter((key) => key.revokedAt === null), keys.filter((key) => key.revokedAt !== null)]
  const cards = (some: ApiKey[]) =>
    element(
      'ul',
      { class: 'items' },
      some.map((key) => keyCard(key, scene, reload)),
    )
  return [
    living.length === 0
      ? emptiness(
          'No key yet',
          'A key lets a server of yours read and change this calendar without a person signed in.',
        )
      : [roomOf(living.filter(({ isActive }) => isActive).length), cards(living)],
    gone.length > 0 &&
      element('details', { class: 'past' }, element('summary', {}, `Revoked keys (${gone.length})`), cards(gone)),
  ]
}

export const keysSection: Section = {
  id: 'keys',
  title: 'API keys',
  lead: 'For your own servers. A key opens this calendar alone, and of it only what its scopes name.',
  role: 'OWNER',
  plan: 'PRO',
  Panel: byHand((scene) => {
    const create = element('button', { type: 'button', class: 'button' }, 'Create a key')
    scene.offer(create)
    const path = `/calendars/${scene.calendar.slug}/api-keys`
    const reload = loading(
      scene.place,
      () => scene.api.get<One<ApiKey[]>>(path),
      ({ data }, again) => {
        const active = data.filter((key) => key.revokedAt === null && key.isActive).length
        create.disabled = active >= MOST_ACTIVE
        return listOf(data, scene, again)
      },
    )
    create.addEventListener('click', () => void createKey(scene).then((made) => (made ? reload() : undefined)))
  }),
}
