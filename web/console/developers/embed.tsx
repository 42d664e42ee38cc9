import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useSettled } from '../parts/asking.ts'
import { CopyButton } from '../parts/copy.tsx'
import { CheckField, RadioField, TextField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { developersWords } from '../words/en/developers.ts'
import { embedScriptOf } from './embed-address.ts'
import type { PanelProps, Section } from './section.ts'

const THEMES = ['auto', 'light', 'dark'] as const
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
const PAUSE_MS = 250
const START_HEIGHT = 480
const MIN_HEIGHT = 80
const MAX_HEIGHT = 2_000
const FIRST_COLOUR = '#1d4ed8'

interface Options {
  theme: string
  accent: string
  limit: string
  isCompact: boolean
}

const isColour = (text: string) => text === '' || /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)

const isLimit = (text: string) =>
  text === '' || (Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= MAX_LIMIT)

/** Contains only the options that differ from the defaults. */
const queryOf = ({ theme, accent, limit, isCompact }: Options) => {
  const query = new URLSearchParams()
  if (theme !== 'auto') query.set('theme', theme)
  if (accent.trim() !== '') query.set('accent', accent.trim())
  if (limit !== '' && Number(limit) !== DEFAULT_LIMIT) query.set('limit', String(Number(limit)))
  if (isCompact) query.set('compact', 'true')
  return String(query)
}

const tagOf = (script: string, slug: string, query: string) => {
  const data = [['calendar', slug], ...new URLSearchParams(query)].map(([name, value]) => `  data-${name}="${value}"`)
  return `<script async src="${script}"\n${data.join('\n')}></script>`
}

const Preview = ({ source, theme }: { source: string; theme: string }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(START_HEIGHT)
  // The embedded list reports its height, as it does on the owner's website.
  useLayoutEffect(() => {
    const receive = ({ source: from, data }: MessageEvent<{ type?: string; height?: number } | null>) => {
      if (from !== frame.current?.contentWindow || data?.type !== 'event-calendar:height') return
      setHeight(Math.min(Math.max(Math.ceil(data.height ?? 0), MIN_HEIGHT), MAX_HEIGHT))
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])
  return (
    <div class="preview" data-theme={theme}>
      <iframe
        ref={frame}
        title={developersWords().embed.previewOfList}
        // In this preview, unlike on the owner's website, the list would run with our own origin. The sandbox takes
        // that origin away.
        sandbox="allow-scripts allow-popups"
        height={height}
        src={source}
      />
    </div>
  )
}

const Workshop = ({ slug, embedUrl }: { slug: string; embedUrl: string | null }) => {
  const words = developersWords().embed
  // This form sends nothing, so it has no API errors to show.
  const {
    values: options,
    set,
    field,
  } = useFields<Options>({ theme: 'auto', accent: '', limit: String(DEFAULT_LIMIT), isCompact: false }, { error: null })
  const accent = options.accent.trim()
  // While a field is invalid, the tag and the preview keep the last valid options.
  const valid = useRef('')
  if (isColour(accent) && isLimit(options.limit)) valid.current = queryOf(options)
  const query = useSettled(valid.current ?? '', PAUSE_MS)
  const tag = tagOf(embedScriptOf({ slug, embedUrl }), slug, query)
  return (
    <div class="content">
      <section class="stack">
        <h2>{words.tag}</h2>
        <p class="quiet">{words.tagHint}</p>
        <div class="snippet">
          <pre tabindex={0} aria-label={words.tag}>
            <code>{tag}</code>
          </pre>
          <CopyButton text={tag} of={words.copied} />
        </div>
      </section>
      <div class="workshop">
        <form class="card stack" onSubmit={(event: Event) => event.preventDefault()}>
          <RadioField
            label={words.theme}
            {...field('theme')}
            options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
          />
          <TextField
            label={words.accent}
            {...field('accent')}
            before={
              <input
                type="color"
                aria-label={words.chooseAccent}
                value={/^#[0-9a-f]{6}$/i.test(accent) ? accent : FIRST_COLOUR}
                onInput={(event: Event) => set({ accent: (event.currentTarget as HTMLInputElement).value })}
              />
            }
            placeholder={FIRST_COLOUR}
            hint={words.accentHint(FIRST_COLOUR)}
            fault={isColour(accent) ? null : words.notColour}
          />
          <TextField
            label={words.limit}
            type="number"
            inputmode="numeric"
            min={1}
            max={MAX_LIMIT}
            {...field('limit')}
            fault={isLimit(options.limit) ? null : words.notLimit(MAX_LIMIT)}
          />
          <CheckField label={words.compact} {...field('isCompact')} />
        </form>
        <section>
          <h2 class="sr">{words.preview}</h2>
          <Preview
            source={`/api/calendars/${encodeURIComponent(slug)}/embed?${query}`}
            theme={new URLSearchParams(query).get('theme') ?? 'auto'}
          />
        </section>
      </div>
    </div>
  )
}

const Embed = ({ session }: PanelProps) => {
  const words = developersWords().embed
  const { slug } = session.calendar
  const asked = useAsked(
    async () => (await session.api.get<One<CalendarAnswer>>(`/calendars/${slug}/settings`)).data,
    [slug],
  )
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <Shown
        asked={asked}
        draw={({ visibility, embedUrl }) =>
          visibility === 'PRIVATE' ? (
            <p class="notice warn">{words.isPrivate}</p>
          ) : (
            <Workshop slug={slug} embedUrl={embedUrl} />
          )
        }
      />
    </>
  )
}

export const embedSection: Section = {
  id: 'embed',
  words: () => developersWords().embed,
  role: 'STAFF',
  plan: 'PLUS',
  Panel: Embed,
}
