import { alertOf, askThenDo, busy } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'
import { emptiness, loading } from '../../shared/loading.ts'
import { timeFromNow } from '../../shared/times.ts'
import { titlesOf } from './events-of.ts'
import { scheduleExport } from './export-dialog.ts'
import { runsOf } from './export-runs.ts'
import { DATASETS, scheduleWords } from './export-words.ts'
import { byHand } from './by-hand.tsx'
import type { Scene } from './scene.ts'
import type { Section } from './section.ts'
import type { PageOf, ScheduledExport } from './wire.ts'

const MOST_SHOWN = 100

interface Listed {
  schedules: ScheduledExport[]
  titles: Map<string, string>
}

const titleOf = ({ dataset, format, eventId }: ScheduledExport, titles: Map<string, string>) =>
  `${DATASETS[dataset]} as ${format.toUpperCase()}${eventId === null ? '' : ` · ${titles.get(eventId) ?? eventId}`}`

const nextOf = (at: string): Child => (Date.parse(at) > Date.now() ? ['Next ', timeFromNow(at)] : 'Due now')

const PAUSED = { FAILURES: 'Paused: it failed too often', CREATOR: 'Paused: its creator may no longer see this' }

const stateOf = ({ isActive, consecutiveFailures, pausedReason }: ScheduledExport) => {
  if (!isActive) return element('span', { class: 'tag warn' }, pausedReason === null ? 'Paused' : PAUSED[pausedReason])
  return consecutiveFailures > 0
    ? element(
        'span',
        { class: 'tag bad' },
        consecutiveFailures === 1 ? 'Failed last time' : `Failed ${consecutiveFailures} times`,
      )
    : element('span', { class: 'tag good' }, 'Active')
}

const actionsOf = (schedule: ScheduledExport, scene: Scene, reload: () => Promise<void>, trouble: HTMLElement) => {
  const path = `/calendars/${scene.calendar.slug}/scheduled-exports/${schedule.id}`
  const { isActive } = schedule
  const turn = element('button', { type: 'button', class: 'button plain small' }, isActive ? 'Pause' : 'Resume')
  turn.addEventListener('click', () => {
    busy(turn, () => scene.api.patch(path, { isActive: !isActive })).then(
      () => {
        scene.say(isActive ? 'Paused.' : 'It runs again.')
        return reload()
      },
      (error: unknown) => trouble.replaceChildren(alertOf(error)),
    )
  })
  const edit = async () => {
    if (await scheduleExport(scene, schedule)) await reload()
  }
  const remove = async () => {
    const question = {
      title: 'Delete this export?',
      text: 'Its runs and their files go with it; links that were mailed stop working.',
      action: 'Delete',
    }
    if (await askThenDo(question, () => scene.api.delete(path))) await reload()
  }
  return element(
    'div',
    { class: 'row acts' },
    element('button', { type: 'button', class: 'button plain small', onclick: () => void edit() }, 'Change'),
    turn,
    element('button', { type: 'button', class: 'button plain small bad', onclick: () => void remove() }, 'Delete'),
  )
}

const exportCard = (schedule: ScheduledExport, { titles }: Listed, scene: Scene, reload: () => Promise<void>) => {
  const trouble = element('div', {})
  return element(
    'li',
    { class: 'card item' },
    element('div', { class: 'row caption' }, element('h2', {}, titleOf(schedule, titles)), stateOf(schedule)),
    element(
      'p',
      { class: 'facts quiet' },
      element('span', {}, scheduleWords(schedule)),
      element('span', {}, 'To ', schedule.recipients.join(', ')),
      schedule.nextRunAt !== null && element('span', {}, nextOf(schedule.nextRunAt)),
      element('span', {}, schedule.lastRunAt === null ? 'Never ran' : ['Last ran ', timeFromNow(schedule.lastRunAt)]),
    ),
    actionsOf(schedule, scene, reload, trouble),
    trouble,
    runsOf(schedule, scene),
  )
}

const listOf = (listed: Listed, scene: Scene, reload: () => Promise<void>): Child =>
  listed.schedules.length === 0
    ? emptiness(
        'No export yet',
        'Guests, orders, check-ins or events as a file, mailed as a link as often as you like.',
      )
    : element(
        'ul',
        { class: 'items' },
        listed.schedules.map((schedule) => exportCard(schedule, listed, scene, reload)),
      )

const ask = async (scene: Scene): Promise<Listed> => {
  const path = `/calendars/${scene.calendar.slug}/scheduled-exports`
  const { data: schedules } = await scene.api.get<PageOf<ScheduledExport>>(path, { limit: MOST_SHOWN })
  const ids = schedules.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  return { schedules, titles: await titlesOf(scene, ids) }
}

export const exportsSection: Section = {
  id: 'exports',
  title: 'Exports',
  lead: 'Files that are made by the clock and mailed as a link.',
  role: 'MANAGER',
  plan: 'PLUS',
  Panel: byHand((scene) => {
    const create = element('button', { type: 'button', class: 'button' }, 'Schedule an export')
    scene.offer(create)
    const reload = loading(
      scene.place,
      () => ask(scene),
      (listed, again) => listOf(listed, scene, again),
    )
    create.addEventListener(
      'click',
      () => void scheduleExport(scene, null).then((made) => (made ? reload() : undefined)),
    )
  }),
}
