import type { ShownEvent } from '../../presentation/event.ts'
import { pictureOf } from '../../presentation/picture.ts'

interface Pictured {
  event: ShownEvent
  hue: number
}

export const PosterImage = ({
  event,
  hue,
  look,
  isFirst = false,
  isSeenAtOnce = isFirst,
}: Pictured & {
  look: string
  /** Whether this is the first image of the page, which has an `alt` text. */
  isFirst?: boolean
  /** Whether the image is visible without scrolling. If so, it loads with high priority, otherwise lazily. */
  isSeenAtOnce?: boolean
}) => (
  <img
    class={look}
    src={pictureOf(event, hue)}
    alt={(isFirst && event.coverUrl !== null && event.coverAlt) || ''}
    width="400"
    height="400"
    referrerpolicy="no-referrer"
    {...(isSeenAtOnce ? { fetchpriority: 'high' } : { loading: 'lazy' })}
  />
)

/**
 * The main image of a page, in a square. A cover of another shape is shown whole, on a blurred copy of itself that fills
 * the square.
 */
export const MainPoster = ({ event, hue }: Pictured) => (
  <div class="poster">
    {event.coverUrl !== null && (
      <img class="ground" src={event.coverUrl} alt="" referrerpolicy="no-referrer" fetchpriority="high" />
    )}
    <img
      src={pictureOf(event, hue)}
      alt={(event.coverUrl !== null && event.coverAlt) || ''}
      width="400"
      height="400"
      referrerpolicy="no-referrer"
      fetchpriority="high"
    />
  </div>
)
