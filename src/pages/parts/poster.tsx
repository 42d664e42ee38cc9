import type { ShownEvent } from '../../presentation/event.ts'
import { nameOfPoster, posterOf } from '../../presentation/poster.ts'

/** The picture of an event: its own, or the one that is drawn for it. */
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
  /** Shown at once, and the largest thing there. */
  isFirst?: boolean
  /** On the first screen: it does not wait to be scrolled to. */
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
