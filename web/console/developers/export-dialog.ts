import { wordsOf } from '../../shared/api.ts'
import { element } from '../../shared/element.ts'
import { selectField, textField } from '../../shared/fields.ts'
import { formDialog } from '../../shared/form-dialog.ts'
import { eventOptions, eventsToCome } from './events-of.ts'
import { DATASETS, WEEKDAYS } from './export-words.ts'
import { roleCovers, type Scene } from './scene.ts'
import type { Calendar, One, ScheduledExport } from './wire.ts'

const FREQUENCIES = [
  { value: 'DAILY', label: 'Every day' },
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'MONTHLY', label: 'Every month' },
]

const FORMATS = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'json', label: 'JSON, for programs' },
]

/** Orders hold buyers, who are for owners alone. */
const datasetsFor = ({ calendar }: Scene) =>
  Object.entries(DATASETS).filter(([value]) => value !== 'ORDERS' || roleCovers(calendar.role, 'OWNER'))

const fieldsFor = (
  scene: Scene,
  known: ScheduledExport | null,
  { timezone, events }: { timezone: string; events: ReturnType<typeof eventOptions> },
) => {
  const chosenEvent = known?.eventId ?? ''
  const isListed = chosenEvent === '' || events.some(({ value }) => value === chosenEvent)
  const itsOwn = isListed ? [] : [{ value: chosenEvent, label: 'The event it has now' }]
  return {
    dataset: selectField({
      name: 'dataset',
      label: 'What',
      options: datasetsFor(scene).map(([value, label]) => ({ value, label })),
      chosen: known?.dataset ?? 'GUESTS',
    }),
    event: selectField({
      name: 'eventId',
      label: 'Of',
      options: [{ value: '', label: 'Every event' }, ...itsOwn, ...events],
      chosen: chosenEvent,
    }),
    format: selectField({ name: 'format', label: 'As', options: FORMATS, chosen: known?.format ?? 'csv' }),
    frequency: selectField({
      name: 'frequency',
      label: 'How often',
      options: FREQUENCIES,
      chosen: known?.frequency ?? 'WEEKLY',
    }),
    weekday: selectField({
      name: 'weekday',
      label: 'On',
      options: WEEKDAYS.map((label, index) => ({ value: String(index + 1), label })),
      chosen: String(known?.weekday ?? 1),
    }),
    dayOfMonth: textField({
      name: 'dayOfMonth',
      label: 'On day',
      hint: 'In a shorter month, its last day.',
      attributes: { type: 'number', min: 1, max: 31, value: known?.dayOfMonth ?? 1 },
    }),
    time: textField({
      name: 'timeOfDay',
      label: 'At',
      attributes: { type: 'time', required: true, value: known?.timeOfDay ?? '08:00' },
    }),
    timezone: textField({
      name: 'timezone',
      label: 'Time zone',
      attributes: { required: true, spellcheck: 'false', value: known?.timezone ?? timezone },
    }),
    recipients: textField({
      name: 'recipients',
      label: 'Mailed to',
      hint: 'Up to ten addresses, separated by commas. Each gets a link that expires.',
      attributes: { required: true, inputmode: 'email', value: known?.recipients.join(', ') ?? '' },
    }),
  }
}

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '')

const ask = async (scene: Scene) => {
  const [events, settings] = await Promise.all([
    eventsToCome(scene),
    scene.api.get<One<Calendar>>(`/calendars/${scene.calendar.slug}/settings`),
  ])
  return { events: eventOptions(events), timezone: settings.data.timezone }
}

/** Makes a scheduled export, or changes `known`. Answers whether it did. */
export const scheduleExport = async (scene: Scene, known: ScheduledExport | null): Promise<boolean> => {
  const asked = await ask(scene).catch((error: unknown) => scene.say(wordsOf(error)))
  if (asked === undefined) return false
  const fields = fieldsFor(scene, known, asked)
  const { dataset, event, format, frequency, weekday, dayOfMonth, time, timezone, recipients } = fields
  const adapt = () => {
    weekday.node.hidden = frequency.value() !== 'WEEKLY'
    dayOfMonth.node.hidden = frequency.value() !== 'MONTHLY'
    event.node.hidden = dataset.value() === 'EVENTS'
  }
  for (const { control } of [frequency, dataset]) control.addEventListener('change', adapt)
  adapt()
  const path = `/calendars/${scene.calendar.slug}/scheduled-exports`
  const done = await formDialog({
    title: known === null ? 'Schedule an export' : 'Change the export',
    fields: Object.values(fields),
    layout: [
      element('div', { class: 'pair' }, dataset.node, format.node),
      event.node,
      element('div', { class: 'pair' }, frequency.node, weekday.node, dayOfMonth.node),
      element('div', { class: 'pair' }, time.node, timezone.node),
      recipients.node,
    ],
    action: known === null ? 'Schedule' : 'Save',
    submit: () => {
      const body = {
        dataset: dataset.value(),
        eventId: dataset.value() === 'EVENTS' ? null : event.value() || null,
        format: format.value(),
        frequency: frequency.value(),
        weekday: frequency.value() === 'WEEKLY' ? Number(weekday.value()) : null,
        dayOfMonth: frequency.value() === 'MONTHLY' ? Number(dayOfMonth.value()) : null,
        timeOfDay: time.value(),
        timezone: timezone.value(),
        recipients: addressesIn(recipients.value()),
      }
      return known === null ? scene.api.post(path, body) : scene.api.patch(`${path}/${known.id}`, body)
    },
  })
  return done !== null
}
