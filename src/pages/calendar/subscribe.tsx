import type { Language } from '../../words/words.ts'
import type { PublicCalendar } from '../asking.ts'
import { googleFeedOf } from '../links.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'

type Feeds = Pick<PublicCalendar, 'icsUrl' | 'webcalUrl'>

/** The links to the calendar's feeds. Calendars on a plan below `PLUS` have none. */
export const Subscribe = ({ calendar: { icsUrl, webcalUrl }, language }: { calendar: Feeds; language: Language }) => {
  const { calendar: words, event, frame } = language.words
  return icsUrl === null || webcalUrl === null ? null : (
    <Menu
      look="button"
      place="end"
      id="subscribe"
      label={
        <>
          <Icon name="calendar" />
          <span>{words.subscribe}</span>
        </>
      }
    >
      <p class="quiet">{words.subscribeText}</p>
      <ul>
        <li>
          <a href={webcalUrl}>{event.otherCalendars}</a>
        </li>
        <li>
          <a href={googleFeedOf(webcalUrl)} rel="noopener noreferrer">
            {event.google}
          </a>
        </li>
        <li>
          <a href={icsUrl}>{words.download}</a>
        </li>
      </ul>
      <p class="quiet">{words.pasteAddress}</p>
      <p class="paste">
        <code id="feed-address" dir="ltr">
          {icsUrl}
        </code>
        <button
          class="button soft small"
          type="button"
          data-copies="feed-address"
          data-copied={frame.copied}
          data-by-hand={frame.copyByHand}
          hidden
        >
          {frame.copy}
        </button>
      </p>
    </Menu>
  )
}
