import type { ShownEvent } from '../../presentation/event.ts'
import { nameOfPoster, posterOf } from '../../presentation/poster.ts'

/** Returns the cover image of an event, or its generated poster. */
const posterUrlOf = (event: ShownEvent, hue: number) =>
  event.coverUrl ?? `/posters/${nameOfPoster(posterOf({ ...event, title: event.ownTitle ?? event.title }, hue))}.svg`

export const PosterImage = ({
  event,
  hue,
  look = 'poster',
  isFirst = false,
  isSeenAtOnce = isFirst,
}: {
  event: ShownEvent
  hue: number
  look?: string
  /** Whether this is the main image of the page, which has an `alt` text. */
  isFirst?: boolean
  /** Whether the image is visible without scrolling. If so, it loads with high priority, otherwise lazily. */
  isSeenAtOnce?: boolean
}) => (
  <img
    class={look}
    src={posterUrlOf(event, hue)}
    alt={(isFirst && event.coverUrl !== null && event.coverAlt) || ''}
    width="400"
    height="400"
    referrerpolicy="no-referrer"
    {...(isSeenAtOnce ? { fetchpriority: 'high' } : { loading: 'lazy' })}
  />
)
