import type { OpenCalendar } from '../asking.ts'
import { googleFeedOf } from '../links.ts'
import { Menu } from '../parts/menu.tsx'

type Feeds = Pick<OpenCalendar, 'icsUrl' | 'webcalUrl'>

/** Only where the calendar has feeds. */
export const Subscribe = ({ calendar: { icsUrl, webcalUrl } }: { calendar: Feeds }) =>
  icsUrl === null || webcalUrl === null ? null : (
    <Menu label="Subscribe">
      <p class="quiet">New events and changes then show in your own calendar.</p>
      <ul>
        <li>
          <a href={webcalUrl}>Apple Calendar, Outlook and others</a>
        </li>
        <li>
          <a href={googleFeedOf(webcalUrl)} rel="noopener noreferrer">
            Google Calendar
          </a>
        </li>
        <li>
          <a href={icsUrl}>Download the .ics file</a>
        </li>
      </ul>
      <p class="quiet">Or paste this address into any calendar app:</p>
      <p class="copy">
        <code id="feed-address">{icsUrl}</code>
        <button class="button plain small" type="button" data-copies="feed-address" hidden>
          Copy
        </button>
      </p>
    </Menu>
  )
