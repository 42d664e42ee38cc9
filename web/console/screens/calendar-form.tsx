import { useState } from 'hono/jsx/dom'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { ACCENTS } from '../../../src/kernel/vocabulary.ts'
import { hueOf } from '../../../src/presentation/accent.ts'
import type { Desk } from '../desk.ts'
import { useWork } from '../parts/asking.ts'
import { faultOf, Form, OtherFault, RadioField, SelectField, Send, TextField } from '../parts/fields.tsx'
import { posterUrl } from '../parts/poster.tsx'
import { HOME, hashOf } from '../place.ts'
import { FirstMinute } from './first-minute.tsx'
import { hereZone, zoneOptions } from './zones.ts'

const slugged = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)

const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const drawnFor = (name: string, timezone: string) => {
  const today = new Date().toISOString()
  return { title: name, startAt: today, endAt: today, timezone, allDay: false, coverUrl: null }
}

export const NewCalendarScreen = ({ desk }: { desk: Desk }) => {
  const isFirst = desk.me.calendars.length === 0
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string | null>(null)
  const [timezone, setZone] = useState(hereZone())
  const [visibility, setVisibility] = useState('PUBLIC')
  const work = useWork()
  const address = slug ?? slugged(name)
  const make = () =>
    void work.run(async () => {
      const { data } = await desk.api.post<One<CalendarAnswer>>('/calendars', {
        name,
        timezone,
        visibility,
        ...(address === '' || slug === null ? {} : { slug: address }),
      })
      await desk.refresh()
      desk.go(hashOf(data.slug, 'new', isFirst ? { first: '1' } : {}))
    })
  const hue = address === '' ? (ACCENTS[13] ?? 270) : hueOf(address)
  return (
    <FirstMinute
      desk={desk}
      step={0}
      title={isFirst ? 'Make your calendar' : 'New calendar'}
      lead="A calendar holds your events. You can change all of this later."
      way={
        !isFirst && (
          <a class="button bare" href={HOME}>
            Your calendars
          </a>
        )
      }
      preview={
        <div class="poster-card">
          <img src={posterUrl(drawnFor(name || 'Your calendar', timezone), hue)} alt="" width="380" height="380" />
          <div>
            <p class="soft small">Drawn from the name until you add a cover</p>
            <p class="big">
              <bdi>{name || 'Your calendar'}</bdi>
            </p>
            <p class="soft">{cityOf(timezone)}</p>
            <hr />
            <p class="soft small">Your events will stand here.</p>
          </div>
        </div>
      }
    >
      <Form send={make} label="Calendar">
        <TextField
          label="Name"
          value={name}
          set={setName}
          look="large"
          isFocused
          required
          fault={faultOf(work, 'name')}
        />
        <TextField
          label="Address"
          value={address}
          set={(value) => setSlug(value.toLowerCase())}
          before={`${location.host}/c/`}
          hint="It is where people find all your events."
          fault={faultOf(work, 'slug')}
        />
        <SelectField
          label="Time zone"
          value={timezone}
          set={setZone}
          options={zoneOptions(timezone)}
          hint="Taken from this device. Every event may have its own."
          fault={faultOf(work, 'timezone')}
        />
        <RadioField
          label="Who finds it"
          value={visibility}
          set={setVisibility}
          options={[
            { value: 'PUBLIC', label: 'Everyone', hint: 'Listed by search engines, feeds and the embed.' },
            { value: 'PRIVATE', label: 'Only your team, and whoever is invited' },
          ]}
        />
        <OtherFault work={work} fields={['name', 'slug', 'timezone']} />
        <div class="row">
          <Send work={work}>
            Make the calendar <kbd>⌘↵</kbd>
          </Send>
          <span class="soft">Free, without a card.</span>
        </div>
        {isFirst && (
          <p class="soft small above-line">
            Were you invited to a team? Open the link in the mail, or give an owner your id:{' '}
            <code>{desk.me.userId}</code>. <a href="/kiosk">I have a door pass</a>
          </p>
        )}
      </Form>
    </FirstMinute>
  )
}
