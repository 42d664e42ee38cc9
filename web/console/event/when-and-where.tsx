import type { Child } from 'hono/jsx/dom'
import { CheckField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { countryOptions } from '../screens/countries.ts'
import { hereZone } from '../screens/zones.ts'
import { eventFieldsWords } from '../words/en/event-fields.ts'
import { termsWords } from '../words/en/terms.ts'
import { endDateOf, onDate } from './draft.ts'
import { Part, type Filling } from './part.tsx'

export const When = ({ draft, set, field, children }: Filling & { children?: Child }) => {
  const words = eventFieldsWords().time
  const ends = ['endAt', 'durationMinutes', 'allDayDays']
  const lastDay = (
    <TextField
      label={words.lastDay}
      type="date"
      min={draft.date}
      value={draft.allDay ? draft.untilDate || draft.date : endDateOf(draft)}
      set={(untilDate) => set({ untilDate: untilDate === draft.date ? '' : untilDate })}
      fault={draft.allDay ? field('untilDate', ...ends).fault : null}
    />
  )
  return (
    <Part id="when" title={words.title}>
      <div class="fields">
        <TextField
          label={draft.allDay ? words.firstDay : words.day}
          type="date"
          {...field('date', 'startAt')}
          set={(date) => set(onDate(draft, date))}
        />
        {draft.allDay ? lastDay : <TextField key="from" label={words.from} type="time" {...field('from')} />}
      </div>
      {!draft.allDay && (
        <div class="fields" key="until">
          {lastDay}
          <TextField
            label={words.until}
            type="time"
            {...field('until', ...ends)}
            hint={draft.until <= draft.from && draft.untilDate === '' ? words.endsNextDay : undefined}
          />
        </div>
      )}
      <div class="fields">
        <ZoneField
          label={words.timeZone}
          {...field('timezone')}
          hint={draft.timezone === hereZone() ? words.timeZoneHint : words.otherTimeZone}
        />
      </div>
      <CheckField label={words.allDay} {...field('allDay')} set={(allDay) => set({ allDay, untilDate: '' })} />
      {children}
    </Part>
  )
}

export const Where = ({ draft, field }: Filling) => {
  const words = eventFieldsWords().location
  return (
    <Part id="where" title={words.title}>
      <RadioField
        label={words.format}
        {...field('locationType')}
        options={[
          { value: 'IN_PERSON', label: words.inPerson },
          { value: 'ONLINE', label: termsWords().online },
          { value: 'HYBRID', label: words.hybrid },
        ]}
      />
      {draft.locationType !== 'ONLINE' && (
        <div class="stack" key="place">
          <TextField label={words.venue} {...field('placeName', 'location.name')} />
          <div class="fields">
            <TextField label={words.street} {...field('address', 'location.address')} />
            <TextField label={words.city} {...field('city', 'location.city')} />
            <SelectField
              label={words.country}
              {...field('country', 'location.country')}
              options={countryOptions(draft.country)}
            />
          </div>
          <CheckField label={words.onlyGuestsSeeAddress} {...field('isPlaceForGuests', 'locationVisibility')} />
        </div>
      )}
      {draft.locationType !== 'IN_PERSON' && (
        <TextField
          key="link"
          label={words.meetingLink}
          type="url"
          {...field('meetingUrl')}
          hint={words.meetingLinkHint}
        />
      )}
    </Part>
  )
}
