import { hueOf } from '../../../src/presentation/accent.ts'
import { nameOfPoster, posterOf } from '../../../src/presentation/poster.ts'

interface Drawn {
  title: string
  startAt: string
  endAt: string
  timezone: string
  allDay: boolean
  coverUrl: string | null
  accent?: number | null
  calendarSlug?: string
}

/** Returns `coverUrl`, or else the same generated poster as on the event's public page. */
export const posterUrl = (event: Drawn, hue = event.accent ?? hueOf(event.calendarSlug ?? '')) =>
  event.coverUrl ?? `/posters/${nameOfPoster(posterOf(event, hue))}.svg`

export const Poster = ({ event, size, hue }: { event: Drawn; size: number; hue?: number | undefined }) => (
  <img
    class="poster"
    src={posterUrl(event, hue)}
    alt=""
    width={size}
    height={size}
    loading="lazy"
    referrerpolicy="no-referrer"
  />
)

/** The calendar's avatar: its picture, or else its initial on its accent colour. */
export const Face = ({
  calendar,
  size,
}: {
  calendar: { slug: string; name: string; avatarUrl?: string | null; accent?: number | null }
  size: number
}) =>
  calendar.avatarUrl ? (
    <img class="face" src={calendar.avatarUrl} alt="" width={size} height={size} referrerpolicy="no-referrer" />
  ) : (
    <span class={`face hued hue-${calendar.accent ?? hueOf(calendar.slug)} s${size}`} aria-hidden="true">
      {String.fromCodePoint(calendar.name.trim().codePointAt(0) ?? 0xb7).toUpperCase()}
    </span>
  )
