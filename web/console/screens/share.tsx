import type { CalendarAnswer, EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { hasPlan } from '../session.ts'
import { embedScriptOf } from '../developers/embed-address.ts'
import { draftOf } from '../event/draft.ts'
import { EventPreview } from '../event/preview.tsx'
import { useAsked } from '../parts/asking.ts'
import { Copyable } from '../parts/copy.tsx'
import { save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { Qr, qrFile } from '../parts/qr.tsx'
import { NeedsPlan, Shown } from '../parts/states.tsx'
import { shortDayOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { hueOf } from '../../../src/presentation/accent.ts'
import { FirstMinute } from './first-minute.tsx'

const embedTag = (calendar: Pick<CalendarAnswer, 'slug' | 'embedUrl'>) =>
  `<script async src="${embedScriptOf(calendar)}" data-calendar="${calendar.slug}"></script>`

/** The event's link, its QR code and the embed tag. */
export const ShareWays = ({ session, event }: { session: CalendarSession; event: EventAnswer }) => {
  const { slug } = session.calendar
  const settings = useAsked(
    async () => (await session.api.get<One<CalendarAnswer>>(`/calendars/${slug}/settings`)).data,
    [slug],
  )
  const url = event.url ?? ''
  if (url === '')
    return (
      <p class="soft">
        {event.status === 'DRAFT'
          ? 'A draft has no page yet. Publish it to get its link.'
          : 'This event has no public page. Invite people by email, and each gets their own link.'}
      </p>
    )
  return (
    <div class="stack">
      <div>
        <h3>Link</h3>
        <Copyable text={url} of="the link" />
      </div>
      <div>
        <h3>On your website</h3>
        <Copyable text={embedTag({ slug, embedUrl: settings.data?.embedUrl ?? null })} of="the tag" />
        {!hasPlan(session, 'PLUS') && (
          <NeedsPlan plan="Plus">You need Plus for the embedded list. The link and the QR code are free.</NeedsPlan>
        )}
      </div>
      <div class="paper-code">
        <Qr text={url} label={`QR code for ${url}`} />
        <div>
          <h3>In print</h3>
          <p class="soft small">For a poster or a programme. Prints sharp at any size.</p>
          <button
            type="button"
            class="button plain"
            onClick={() => save(`${event.slug}.svg`, new Blob([qrFile(url)], { type: 'image/svg+xml' }))}
          >
            <Icon name="download" /> SVG
          </button>
        </div>
      </div>
    </div>
  )
}

export const ShareScreen = ({ session }: { session: CalendarSession }) => {
  const { api, place, calendar } = session
  const id = place.eventId ?? ''
  const asked = useAsked(async () => (await api.get<One<EventAnswer>>(`/events/${id}`)).data, [id])
  const event = asked.data
  return (
    <FirstMinute
      session={session}
      step={2}
      title={event === null || event.status === 'PUBLISHED' ? 'Your event is published. Share it.' : 'Share your event'}
      lead={event === null ? ' ' : `${event.title} · ${shortDayOf(event)}`}
      preview={event === null ? null : <EventPreview draft={draftOf(event)} hue={hueOf(calendar.slug)} />}
    >
      <Shown
        asked={asked}
        draw={(shown) => (
          <div class="stack">
            <ShareWays session={session} event={shown} />
            <div class="row">
              <a class="button" href={eventHash(calendar.slug, id)}>
                Open workspace
              </a>
              {shown.url !== null && (
                <a class="button plain" href={shown.url} target="_blank" rel="noopener">
                  <Icon name="open" /> View page
                </a>
              )}
              <a class="button bare" href={eventHash(calendar.slug, id, 'messages', { invite: '1' })}>
                <Icon name="messages" /> Invite people by email
              </a>
            </div>
          </div>
        )}
      />
    </FirstMinute>
  )
}
