import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  openEvents: 'Import events',
  openGuests: 'Import from another product',
  titleEvents: 'Import events',
  titleGuests: 'Import guests',
  source: 'Source of the list',
  /** Name of a list that is from none of the products. */
  anotherList: 'Another list (CSV)',
  hints: {
    LUMA: 'On the event’s guest page, download the guests as CSV.',
    EVENTBRITE: 'In the event’s reports, export the attendee list as CSV.',
    PRETIX: 'Under orders and export, choose “Order data (JSON)”.',
    CSV: 'A spreadsheet saved as CSV, with headings in the first row.',
    events: 'A CSV with headings such as Title, Start and Location, or the ICS file of a calendar app.',
  },
  file: 'File',
  pretixApi: 'pretix, with an API token',
  address: 'Address of the event',
  addressHint: 'As in your browser, such as https://pretix.eu/organizer/event/.',
  token: 'API token',
  tokenHint: 'Create it in pretix for a team that can view orders. We use it once and don’t store it.',
  checkEvent: 'Check event',
  acceptRefused: 'Import the other lines although many are left out',
  check: 'Check file',
  checking: 'Checking the file…',
  working: 'Importing… You can close this window.',
  dateOrder: 'Order of dates such as 03/04/2026',
  dayFirst: 'Day before month',
  monthFirst: 'Month before day',
  decimalMark: 'Decimal mark of prices',
  comma: 'Comma, as in 1.234,50',
  point: 'Point, as in 1,234.50',
  currency: 'Currency of prices',
  currencyHint: 'A code such as EUR, for prices that name none.',
  /** Headings of the four lists of lines. */
  results: {
    label: 'Results',
    new: 'New',
    changed: 'Changed',
    same: 'Unchanged',
    left: 'Left out',
  },
  list: 'Lines of the file',
  none: 'No lines.',
  quiet: 'We send no emails and no webhooks. Importing the file again adds nothing twice.',
  downloadLeft: 'Download lines left out',
  nothing: 'This file has nothing new.',
  reason: 'Reason',
  line: 'Line',
  importGuests: (count: number) => counted(count, { one: 'Import # guest', other: 'Import # guests' }),
  importEvents: (count: number) => counted(count, { one: 'Import # event', other: 'Import # events' }),
  done: (count: number) => counted(count, { one: 'We imported # line.', other: 'We imported # lines.' }),
  more: (count: number) => counted(count, { one: 'and # more', other: 'and # more' }),
}

export type ImportWords = typeof english

export const importWords = area('imports', english)
