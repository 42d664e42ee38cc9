import { Head } from '../frame/screen.tsx'
import { Copyable } from '../parts/copy.tsx'
import { hasPlan } from '../session.ts'
import type { PanelProps, Section } from './section.ts'

const CHAPTERS = [
  {
    hash: '',
    title: 'The reference',
    text: 'Every operation, with requests you can run, filled in with this calendar.',
  },
  {
    hash: '#quick-starts',
    title: 'Quick starts',
    text: 'From an embedded list to a verified webhook, in a few lines each.',
  },
  { hash: '#webhooks', title: 'Webhooks', text: 'The payload of every event type, and the headers of both forms.' },
]

const Reference = ({ session, section }: PanelProps) => {
  const { slug } = session.calendar
  const base = `${location.origin}/api`
  const hasKeys = hasPlan(session, 'PRO')
  return (
    <>
      <Head title={section.title} lead={section.lead} />
      <div class="content">
        <section class="card stack">
          <h2>Base URL</h2>
          <Copyable text={base} of="the base URL" />
          <p>{hasKeys ? 'List the events of this calendar with an API key:' : 'List this calendar’s public events:'}</p>
          <Copyable
            text={
              hasKeys
                ? `curl -s ${base}/v1/calendars/${slug}/events -H "x-svc-api-key: $KEY"`
                : `curl -s ${base}/calendars/${slug}/events`
            }
            of="the command"
          />
        </section>
        <ul class="chapters">
          {CHAPTERS.map(({ hash, title, text }) => (
            <li class="card" key={title}>
              <h2>
                <a href={`/docs?calendar=${encodeURIComponent(slug)}${hash}`}>{title}</a>
              </h2>
              <p class="quiet">{text}</p>
            </li>
          ))}
          <li class="card">
            <h2>
              <a href="/api/v1/openapi.json">OpenAPI 3.1</a>
            </h2>
            <p class="quiet">The machine-readable contract, for generators and linters.</p>
          </li>
        </ul>
      </div>
    </>
  )
}

export const referenceSection: Section = {
  id: 'reference',
  title: 'Reference',
  lead: 'Call this calendar from your own code.',
  role: 'STAFF',
  plan: 'PLUS',
  Panel: Reference,
}
