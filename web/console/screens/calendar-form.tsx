import { useLayoutEffect } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { ACCENTS } from '../../../src/kernel/vocabulary.ts'
import { hueOf } from '../../../src/presentation/accent.ts'
import type { Session } from '../session.ts'
import { orTell } from '../session.ts'
import { putPicture } from '../event/picture.ts'
import { useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { RadioField, TextField } from '../parts/fields.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { useFields } from '../parts/use-fields.ts'
import { posterUrl } from '../parts/poster.tsx'
import { useState } from '../parts/state.ts'
import { HOME, hashOf } from '../place.ts'
import { calendarWords } from '../words/en/calendar.ts'
import { termsWords } from '../words/en/terms.ts'
import { FirstMinute } from './first-minute.tsx'
import { RestoreArchive } from './restore.tsx'
import { cityOf, hereZone } from './zones.ts'

const slugged = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)

/** Holds the chosen cover image and its preview URL until the calendar exists and the file can be uploaded. */
const useWaitingPicture = () => {
  const [file, choose] = useState<File | null>(null)
  const [url, show] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (file === null) {
      show(null)
      return undefined
    }
    const shown = URL.createObjectURL(file)
    show(shown)
    return () => URL.revokeObjectURL(shown)
  }, [file])
  return { file, url, choose }
}

const drawnFor = (name: string, timezone: string) => {
  const today = new Date().toISOString()
  return { title: name, startAt: today, endAt: today, timezone, allDay: false, coverUrl: null }
}

const wear = async (api: Api, slug: string, file: File) => {
  const { image, accent } = await putPicture(api, slug, file)
  await api.patch(`/calendars/${slug}`, { coverUrl: image.url, ...(accent === null ? {} : { accent }) })
}

export const NewCalendarScreen = ({ session }: { session: Session }) => {
  const words = calendarWords().newCalendar
  const terms = termsWords()
  const isFirst = session.me.calendars.length === 0
  const cover = useWaitingPicture()
  const work = useWork()
  const { values, set, field, shown } = useFields(
    { name: '', slug: null as string | null, timezone: hereZone(), visibility: 'PUBLIC' },
    work,
  )
  const { name, slug, timezone, visibility } = values
  const address = slug ?? slugged(name)
  const make = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<CalendarAnswer>>('/calendars', {
        name,
        timezone,
        visibility,
        ...(address === '' || slug === null ? {} : { slug: address }),
      })
      // The calendar exists at this point. If the upload fails, a toast shows the error, but the calendar stays.
      const { file } = cover
      if (file !== null) await orTell(session, () => wear(session.api, data.slug, file))
      await session.refresh()
      session.go(hashOf(data.slug, 'new', isFirst ? { first: '1' } : {}))
    })
  const hue = address === '' ? (ACCENTS[13] ?? 270) : hueOf(address)
  return (
    <FirstMinute
      session={session}
      step={0}
      title={isFirst ? words.firstTitle : words.title}
      lead={words.lead}
      way={
        !isFirst && (
          <a class="button bare" href={HOME}>
            {terms.yourCalendars}
          </a>
        )
      }
      preview={
        <div class="poster-card">
          <img
            src={cover.url ?? posterUrl(drawnFor(name || words.unnamed, timezone), hue)}
            alt=""
            width="380"
            height="380"
          />
          <div>
            {cover.url === null && <p class="soft small">{words.generatedCover}</p>}
            <p class="big">
              <bdi>{name || words.unnamed}</bdi>
            </p>
            <p class="soft">{cityOf(timezone)}</p>
            <hr />
            <p class="soft small">{words.eventsHere}</p>
          </div>
        </div>
      }
    >
      <Form send={make} label={terms.calendar}>
        <TextField label={terms.name} {...field('name')} look="large" isFocused required />
        <TextField
          label={words.address}
          {...field('slug')}
          value={address}
          set={(value) => set({ slug: value.toLowerCase() })}
          before={`${location.host}/c/`}
          hint={words.addressHint}
        />
        <ZoneField label={words.timeZone} {...field('timezone')} hint={words.timeZoneHint} />
        <div class="field">
          <label for="calendar-cover">
            {words.cover} <span class="soft aside">{terms.optional}</span>
          </label>
          <input
            id="calendar-cover"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby="calendar-cover-about"
            onInput={(event: Event) => cover.choose((event.currentTarget as HTMLInputElement).files?.[0] ?? null)}
          />
          <p class="hint" id="calendar-cover-about">
            {words.coverHint}
          </p>
        </div>
        <RadioField
          label={words.visibleTo}
          {...field('visibility')}
          options={[
            { value: 'PUBLIC', label: words.public, hint: words.publicHint },
            { value: 'PRIVATE', label: words.private },
          ]}
        />
        <OtherFault work={work} fields={shown} />
        <div class="row">
          <Send work={work}>
            {words.create} <SendKey />
          </Send>
          <span class="soft">{words.free}</span>
        </div>
        {isFirst && (
          <p class="soft small above-line">
            {words.invited(<code>{session.me.userId}</code>)} <a href="/kiosk">{words.doorPass}</a>
          </p>
        )}
      </Form>
      {isFirst && <RestoreArchive session={session} />}
    </FirstMinute>
  )
}
