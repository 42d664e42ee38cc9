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
import { eventsWords } from '../words/en/events.ts'
import { shareWords } from '../words/en/share.ts'
import { termsWords } from '../words/en/terms.ts'
import { FirstMinute } from './first-minute.tsx'

const embedTag = (calendar: Pick<CalendarAnswer, 'slug' | 'embedUrl'>) =>
  `<script async src="${embedScriptOf(calendar)}" data-calendar="${calendar.slug}"></script>`

/** The event's link, its QR code and the embed tag. */
export const ShareWays = ({ session, event }: { session: CalendarSession; event: EventAnswer }) => {
  const words = shareWords()
  const { slug } = session.calendar
  const settings = useAsked(
    async () => (await session.api.get<One<CalendarAnswer>>(`/calendars/${slug}/settings`)).data,
    [slug],
  )
  const url = event.url ?? ''
  if (url === '' || event.status === 'DRAFT')
    return <p class="soft">{event.status === 'DRAFT' ? words.noPage.draft : words.noPage.private}</p>
  return (
    <div class="stack">
      <div>
        <h3>{words.link.title}</h3>
        <Copyable text={url} of={words.link.copies} />
      </div>
      <div>
        <h3>{words.website.title}</h3>
        <Copyable text={embedTag({ slug, embedUrl: settings.data?.embedUrl ?? null })} of={words.website.copies} />
        {!hasPlan(session, 'PLUS') && <NeedsPlan plan={termsWords().plans.PLUS}>{words.website.needsPlus}</NeedsPlan>}
      </div>
      <div class="paper-code">
        <Qr text={url} label={words.print.qrCode(url)} />
        <div>
          <h3>{words.print.title}</h3>
          <p class="soft small">{words.print.text}</p>
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
  const words = shareWords()
  const { api, place, calendar } = session
  const id = place.eventId ?? ''
  const asked = useAsked(async () => (await api.get<One<EventAnswer>>(`/events/${id}`)).data, [id])
  const event = asked.data
  return (
    <FirstMinute
      session={session}
      step={2}
      title={event === null || event.status === 'PUBLISHED' ? words.title.published : words.title.unpublished}
      lead={event === null ? ' ' : `${event.title} · ${shortDayOf(event)}`}
      preview={event === null ? null : <EventPreview api={api} of={{ eventId: event.id }} draft={draftOf(event)} />}
    >
      <Shown
        asked={asked}
        draw={(shown) => (
          <div class="stack">
            <h2 class="sr">{eventsWords().menu.share}</h2>
            <ShareWays session={session} event={shown} />
            <div class="row">
              <a class="button" href={eventHash(calendar.slug, id)}>
                {words.openWorkspace}
              </a>
              {shown.url !== null && (
                <a class="button plain" href={shown.url} target="_blank" rel="noopener">
                  <Icon name="open" /> {words.viewPage}
                </a>
              )}
              <a class="button bare" href={eventHash(calendar.slug, id, 'messages', { invite: '1' })}>
                <Icon name="messages" /> {words.inviteByEmail}
              </a>
            </div>
          </div>
        )}
      />
    </FirstMinute>
  )
}
