import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import { useAsked, useSettled } from '../parts/asking.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Segments } from '../parts/tools.tsx'
import { previewWords } from '../words/en/preview.ts'
import { fieldsOf, ticketsOf, timesOf, windowsOf, type Draft } from './draft.ts'

/** How long the user must pause before the preview loads again. Keeps it below the limit of 180 calls a minute. */
const PAUSE_MS = 500

/** A stored event with changes, or a new event of a calendar. */
type Previewed = { eventId: string } | { calendarSlug: string }

const bodyOf = (of: Previewed, draft: Draft) => ({
  ...fieldsOf(draft),
  ...timesOf(draft),
  ...windowsOf(draft),
  timezone: draft.timezone,
  allDay: draft.allDay,
  title: draft.title.trim() || previewWords().event.untitled,
  ...('eventId' in of
    ? {}
    : { calendarSlug: of.calendarSlug, ...(draft.tickets.length === 0 ? {} : { tickets: ticketsOf(draft.tickets) }) }),
})

/**
 * The page in a frame. The frame is sandboxed: it runs no scripts, sends no forms and opens no windows. It keeps the
 * origin only so that the font loads and this page can keep the scroll position and ignore clicks on links.
 */
const PageFrame = ({ html, title }: { html: string; title: string }) => {
  const ref = useRef<HTMLIFrameElement>(null)
  useLayoutEffect(() => {
    const frame = ref.current
    if (frame === null) return undefined
    const top = frame.contentWindow?.scrollY ?? 0
    const loaded = () => {
      frame.contentWindow?.scrollTo(0, top)
      frame.contentDocument?.addEventListener('click', (event) => event.preventDefault())
    }
    frame.addEventListener('load', loaded, { once: true })
    frame.srcdoc = html
    return () => frame.removeEventListener('load', loaded)
  }, [html])
  return <iframe ref={ref} title={title} sandbox="allow-same-origin" />
}

/** The public page of the event as it would be with the draft, on a phone or a desktop. */
export const EventPreview = ({
  api,
  of,
  draft,
  more,
}: {
  api: Api
  of: Previewed
  draft: Draft
  /** A note below the preview, such as the number of further dates. */
  more?: string | null | undefined
}) => {
  const words = previewWords().event
  const [look, set] = useState('phone')
  const settled = useSettled(JSON.stringify(bodyOf(of, draft)), PAUSE_MS)
  const asked = useAsked(
    () => api.page(`/console/preview${'eventId' in of ? `?event=${of.eventId}` : ''}`, JSON.parse(settled)),
    ['preview', settled],
  )
  return (
    <div class="preview-of-event">
      <Segments
        label={words.label}
        value={look}
        set={set}
        choices={[
          { value: 'phone', label: words.phone },
          { value: 'wide', label: words.desktop },
        ]}
      />
      <div class={`shown ${look}`}>
        <Shown asked={asked} rows={8} draw={(html) => <PageFrame html={html} title={words.frame} />} />
      </div>
      {more && <p class="soft small">{more}</p>}
    </div>
  )
}
