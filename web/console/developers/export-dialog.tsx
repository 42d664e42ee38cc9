import type { CalendarAnswer, One, ScheduledExportAnswer } from '../../shared/answers.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField, type Option } from '../parts/fields.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { mayDo, type CalendarSession } from '../session.ts'
import { exportsWords } from '../words/en/exports.ts'
import { termsWords } from '../words/en/terms.ts'
import { eventOptions, eventsToCome } from './events-of.ts'

type Dataset = ScheduledExportAnswer['dataset']
type Format = ScheduledExportAnswer['format']
type Frequency = ScheduledExportAnswer['frequency']

const frequencies = (): Option<Frequency>[] => {
  const { daily, weekly, monthly } = exportsWords().form
  return [
    { value: 'DAILY', label: daily },
    { value: 'WEEKLY', label: weekly },
    { value: 'MONTHLY', label: monthly },
  ]
}

const formats = (): Option<Format>[] => {
  const { csv, json } = exportsWords().form
  return [
    { value: 'csv', label: csv },
    { value: 'json', label: json },
  ]
}

const weekdays = () => exportsWords().weekdays.map((label, index) => ({ value: String(index + 1), label }))

/** The orders export includes the names of buyers, so only owners can schedule it. */
const datasetOptions = (session: CalendarSession) =>
  (Object.entries(exportsWords().datasets) as [Dataset, string][])
    .filter(([value]) => value !== 'ORDERS' || mayDo(session, 'OWNER'))
    .map(([value, label]) => ({ value, label }))

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '')

interface Around {
  session: CalendarSession
  /** The export to change, or null to schedule a new one. */
  schedule: ScheduledExportAnswer | null
  close: () => void
  reload: () => Promise<void>
}

const ExportForm = ({
  session,
  schedule,
  close,
  reload,
  events,
  timezone,
}: Around & { events: readonly Option[]; timezone: string }) => {
  const work = useWork()
  const words = exportsWords().form
  const { values, field, shown } = useFields(
    {
      dataset: schedule?.dataset ?? 'GUESTS',
      eventId: schedule?.eventId ?? '',
      format: schedule?.format ?? 'csv',
      frequency: schedule?.frequency ?? 'WEEKLY',
      weekday: String(schedule?.weekday ?? 1),
      dayOfMonth: String(schedule?.dayOfMonth ?? 1),
      timeOfDay: schedule?.timeOfDay ?? '08:00',
      timezone: schedule?.timezone ?? timezone,
      recipients: schedule?.recipients.join(', ') ?? '',
    },
    work,
  )
  const { dataset, frequency } = values
  const save = async () => {
    const body = {
      dataset,
      eventId: dataset === 'EVENTS' ? null : values.eventId || null,
      format: values.format,
      frequency,
      weekday: frequency === 'WEEKLY' ? Number(values.weekday) : null,
      dayOfMonth: frequency === 'MONTHLY' ? Number(values.dayOfMonth) : null,
      timeOfDay: values.timeOfDay,
      timezone: values.timezone,
      recipients: addressesIn(values.recipients),
    }
    const path = `/calendars/${session.calendar.slug}/scheduled-exports`
    const isDone = await work.run(async () => {
      await (schedule === null ? session.api.post(path, body) : session.api.patch(`${path}/${schedule.id}`, body))
      await reload()
    })
    if (isDone) close()
  }
  // The event of an existing export may be over. It is then missing from the list of upcoming events.
  const isListed = values.eventId === '' || events.some(({ value }) => value === values.eventId)
  const current = isListed ? [] : [{ value: values.eventId, label: words.currentEvent }]
  return (
    <Form send={() => void save()}>
      <div class="fields">
        <SelectField label={words.data} options={datasetOptions(session)} {...field('dataset')} />
        <SelectField label={words.format} options={formats()} {...field('format')} />
      </div>
      {dataset !== 'EVENTS' && (
        <SelectField
          label={words.event}
          options={[{ value: '', label: words.everyEvent }, ...current, ...events]}
          {...field('eventId')}
        />
      )}
      <div class="fields">
        <SelectField label={words.frequency} options={frequencies()} {...field('frequency')} />
        {frequency === 'WEEKLY' && <SelectField label={words.weekday} options={weekdays()} {...field('weekday')} />}
        {frequency === 'MONTHLY' && (
          <TextField
            label={words.dayOfMonth}
            type="number"
            min={1}
            max={31}
            hint={words.dayOfMonthHint}
            {...field('dayOfMonth')}
          />
        )}
      </div>
      <div class="fields">
        <TextField label={words.time} type="time" {...field('timeOfDay')} />
        <ZoneField label={words.timezone} {...field('timezone')} />
      </div>
      <TextField label={words.recipients} inputmode="email" hint={words.recipientsHint} {...field('recipients')} />
      <OtherFault work={work} fields={shown} />
      <footer>
        <button type="button" class="button bare" onClick={close}>
          {termsWords().cancel}
        </button>
        <Send work={work}>{schedule === null ? words.createAction : words.editAction}</Send>
      </footer>
    </Form>
  )
}

export const ScheduleExport = (around: Around) => {
  const { session, schedule, close } = around
  const words = exportsWords().form
  const asked = useAsked(async () => {
    const [events, settings] = await Promise.all([
      eventsToCome(session),
      session.api.get<One<CalendarAnswer>>(`/calendars/${session.calendar.slug}/settings`),
    ])
    return { events: eventOptions(events), timezone: settings.data.timezone }
  }, [session.calendar.slug])
  return (
    <Dialog title={schedule === null ? words.create : words.edit} close={close}>
      <Shown asked={asked} draw={(choices) => <ExportForm {...around} {...choices} />} />
    </Dialog>
  )
}
