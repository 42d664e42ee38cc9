import { Head } from '../frame/screen.tsx'
import { Copyable } from '../parts/copy.tsx'
import { hasPlan } from '../session.ts'
import { developersWords } from '../words/en/developers.ts'
import type { PanelProps, Section } from './section.ts'

const CHAPTERS = [
  ['whole', ''],
  ['quickStarts', '#quick-starts'],
  ['webhooks', '#webhooks'],
] as const

const Reference = ({ session }: PanelProps) => {
  const words = developersWords().reference
  const { slug } = session.calendar
  const base = `${location.origin}/api`
  const hasKeys = hasPlan(session, 'PRO')
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <div class="content">
        <section class="card stack">
          <h2>{words.base}</h2>
          <Copyable text={base} of={words.copiedBase} />
          <p>{hasKeys ? words.listWithKey : words.listPublic}</p>
          <Copyable
            text={
              hasKeys
                ? `curl -s ${base}/v1/calendars/${slug}/events -H "x-svc-api-key: $KEY"`
                : `curl -s ${base}/calendars/${slug}/events`
            }
            of={words.copiedCommand}
          />
        </section>
        <ul class="chapters">
          {CHAPTERS.map(([chapter, hash]) => (
            <li class="card" key={chapter}>
              <h2>
                <a href={`/docs?calendar=${encodeURIComponent(slug)}${hash}`}>{words[chapter].title}</a>
              </h2>
              <p class="quiet">{words[chapter].about}</p>
            </li>
          ))}
          <li class="card">
            <h2>
              <a href="/api/v1/openapi.json">{words.document.title}</a>
            </h2>
            <p class="quiet">{words.document.about}</p>
          </li>
        </ul>
      </div>
    </>
  )
}

export const referenceSection: Section = {
  id: 'reference',
  words: () => developersWords().reference,
  role: 'STAFF',
  plan: 'PLUS',
  Panel: Reference,
}
