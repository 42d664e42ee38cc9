import { Icon } from '../parts/icon.tsx'
import { momentOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { nameOfMail } from './mail-kinds.ts'
import type { Rehearsed, RehearsalResult } from './rehearsed.ts'

type Finding = RehearsalResult['findings'][number]

/** The tab that has the field to change. */
const TABS: Readonly<Record<string, string>> = {
  tickets: 'tickets',
  coupons: 'tickets',
  questions: 'tickets',
  messages: 'messages',
  payments: 'orders',
  door: 'door',
}

const aboutOf = ({ about, code }: Finding) => {
  if (about === null) return null
  return code === 'mail_after_the_start' || code === 'dead_link' ? about.split(', ').map(nameOfMail).join(', ') : about
}

/** The rules that the rehearsal broke, each with a link to where it can be changed. */
export const Findings = ({ session, event, result }: Rehearsed) => {
  const words = rehearsalWords()
  const sentences: Readonly<Record<string, string>> = words.finding
  const { findings } = result
  return (
    <section class="stack">
      <h2 class="h2">{words.findings}</h2>
      {findings.length === 0 ? (
        <p class="rehearsal-fine">
          <Icon name="check" /> {words.noFindings}
        </p>
      ) : (
        <ul class="rehearsal-findings">
          {findings.map((finding) => (
            <li key={finding.code}>
              <b>{sentences[finding.code] ?? finding.code}</b>
              {finding.about !== null && <bdi>{aboutOf(finding)}</bdi>}
              <span class="soft">
                {[
                  finding.at === null ? null : momentOf(finding.at, event.timezone),
                  finding.guest === null ? null : `${words.mails.guest} ${numberOf(finding.guest)}`,
                  finding.count > 1 && finding.about === null ? `× ${numberOf(finding.count)}` : null,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
              <a href={eventHash(session.calendar.slug, event.id, TABS[finding.repair] ?? 'edit')}>{words.repair}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
