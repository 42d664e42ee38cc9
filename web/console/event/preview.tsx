import { useState } from 'hono/jsx/dom'
import { Markdown } from '../../../src/presentation/markdown.tsx'
import { instantOfWallTime } from '../../../src/kernel/zoned-time.ts'
import { Icon } from '../parts/icon.tsx'
import { posterUrl } from '../parts/poster.tsx'
import { Segments } from '../parts/tools.tsx'
import { minorOf, moneyOf, spanOf } from '../parts/words.ts'
import type { Draft } from './draft.ts'
import { timesOf } from './draft.ts'

const instantOf = (wall: string, zone: string) => {
  const at = instantOfWallTime(wall.length === 16 ? `${wall}:00` : wall, zone)
  return at === null ? null : new Date(at).toISOString()
}

const eventTimesOf = (draft: Draft) => {
  const { startAt, endAt } = timesOf(draft)
  const { timezone, allDay } = draft
  if (allDay) return { startAt, endAt, timezone, allDay }
  try {
    const [start, end] = [instantOf(startAt, timezone), instantOf(endAt, timezone)]
    return start === null || end === null ? null : { startAt: start, endAt: end, timezone, allDay }
  } catch {
    // While the user is typing, the date may be incomplete and fail to parse.
    return null
  }
}

const priceOf = ({ tickets }: Draft) => {
  const prices = tickets.flatMap(({ price, currency }) => {
    const minor = price.trim() === '' ? 0 : minorOf(price, currency)
    return minor === null ? [] : [{ minor, currency }]
  })
  const [cheapest] = prices.toSorted((left, right) => left.minor - right.minor)
  if (cheapest === undefined || cheapest.minor === 0)
    return prices.some(({ minor }) => minor > 0) ? 'Free or paid' : 'Free'
  return `${prices.length > 1 ? 'from ' : ''}${moneyOf(cheapest.minor, cheapest.currency)}`
}

const placeOf = ({ locationType, placeName, address, city, country }: Draft) =>
  locationType === 'ONLINE'
    ? { name: 'Online', more: 'You’ll get the link after you register' }
    : {
        name: placeName || address || city,
        more: [address, city, country].filter((part) => part !== '' && part !== placeName).join(', '),
      }

/** A rough preview of the public page while the event is being edited. */
export const EventPreview = ({ draft, hue, more }: { draft: Draft; hue: number; more?: string | null | undefined }) => {
  const [look, set] = useState('phone')
  const times = eventTimesOf(draft)
  const place = placeOf(draft)
  const title = draft.title || 'Your event'
  const drawn = {
    title,
    startAt: '2026-01-01T12:00:00Z',
    endAt: '2026-01-01T13:00:00Z',
    timezone: 'UTC',
    allDay: false,
  }
  const accent = draft.accent ?? hue
  return (
    <div class="preview-of-event">
      <Segments
        label="Preview"
        value={look}
        set={set}
        choices={[
          { value: 'phone', label: 'Phone' },
          { value: 'wide', label: 'Desktop' },
        ]}
      />
      <article class={`shown ${look} hued hue-${String(accent)}`}>
        <img
          src={posterUrl(
            {
              ...(times ?? drawn),
              title,
              coverUrl: /^https?:\/\/./.test(draft.coverUrl) || draft.coverUrl.startsWith('/') ? draft.coverUrl : null,
            },
            accent,
          )}
          alt=""
          width="360"
          height="360"
          referrerpolicy="no-referrer"
        />
        <div>
          <p class="big">
            <bdi>{title}</bdi>
          </p>
          <ul class="shown-facts">
            <li>
              <Icon name="events" />
              <span>
                {times === null ? 'Date and time' : spanOf(times)}
                {more && <small>{more}</small>}
              </span>
            </li>
            {place.name !== '' && (
              <li>
                <Icon name="pin" />
                <span>
                  <bdi>{place.name}</bdi>
                  {place.more !== '' && <small>{place.more}</small>}
                </span>
              </li>
            )}
            <li>
              <Icon name="ticket" />
              <span>
                {priceOf(draft)}
                {draft.capacity !== '' && <small>{draft.capacity} seats</small>}
              </span>
            </li>
          </ul>
          <div class="prose" key={draft.description}>
            <Markdown text={draft.description} dress="page" />
          </div>
          <p class="shown-button" aria-hidden="true">
            {draft.requiresApproval ? 'Request a place' : 'Register'}
          </p>
        </div>
      </article>
    </div>
  )
}
