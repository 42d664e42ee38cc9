import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { retentionPhrase, type Holding, type PersonKind, type Personal } from '../src/db/personal/holding.ts'
import { FILES, HOLDINGS, type StoredFile } from '../src/db/personal/registry.ts'

export const PAGE = 'docs/personal-data.md'

const SUBJECTS: Record<PersonKind, string> = {
  guest: 'guests',
  buyer: 'buyers',
  recipient: 'email recipients',
  member: 'members',
}

const HEAD = `# Personal data: contents, purpose and retention

\`node scripts/personal-data.ts\` generates this page from the registry in \`src/db/personal/\`. Erasure, retention and the
data that guests can download use the same registry. Tests check that every column of every table is in the registry, either
as personal data or as a column without any, and that this page is up to date.

- **Access.** A guest downloads their data with their own link: \`GET /api/public/registrations/:manageToken/data\`.
- **Erasure.** \`POST /api/v1/events/:eventId/guests/:guestId/erase\` or its dashboard twin erases a guest. One transaction
  changes everything listed under "on erasure" below, and the service deletes exported files that contain the guest. An
  erasure covers one registration: the same person at another event is another guest.
- **Retention.** The service deletes expired data every minute.
- **Logs.** Logs never contain a request's path or query. \`wrangler.toml\` disables the platform's own request logs.

- **Kiosks.** A phone that opened \`/kiosk\` stores hashes of codes and of parts of names, which can be guessed. Scans that
  wait for their upload hold codes, and they and conflicts may hold guest names. The phone deletes the hashes when its
  door pass ends, two days after check-in closes or after seven days without use. An erasure reaches it at its next contact.

- **Sandboxes.** A sandbox has the name and settings of its calendar, and no guest. Of members it stores their ids and roles,
  and never a name or an address. Whatever people enter there stays in its own database until it is deleted: by the owner,
  with the calendar, or after 30 days without use. An erasure of a live guest doesn't reach it.

On a single machine, emails are files in \`DATA_DIR/mail\`. The program that collects them there deletes them.
`

const personsOf = ({ persons }: Holding) =>
  Object.values(persons).filter((person): person is Personal => person !== undefined)

const sectionOf = (held: Holding) => {
  const persons = personsOf(held)
  const lines = [...Map.groupBy(persons, ({ owner }) => owner)].map(
    ([owner, all]) => `- about ${SUBJECTS[owner]}: ${[...new Set(all.map(({ what }) => what))].join('; ')}`,
  )
  const stays = persons.filter(({ owner, becomes }) => owner !== 'member' && becomes === undefined)
  const erased =
    held.ofGuest === undefined
      ? []
      : held.erasing === 'gone'
        ? ['- on erasure: deleted']
        : [
            `- on erasure: ${persons.some(({ becomes }) => becomes !== undefined) ? 'cleared or anonymised' : 'no longer identifies the guest'}${
              stays.length === 0 ? '' : `; kept: ${[...new Set(stays.map(({ what }) => what))].join('; ')}`
            }`,
          ]
  return [
    `## ${held.what[0]?.toUpperCase()}${held.what.slice(1)}`,
    '',
    ...lines,
    `- purpose: ${held.reason}`,
    `- kept: ${retentionPhrase(held.kept)}`,
    ...erased,
  ].join('\n')
}

const sectionOfFile = ({ what, owners, reason, days }: StoredFile) =>
  [
    `## ${what[0]?.toUpperCase()}${what.slice(1)}`,
    '',
    `- about ${owners.map((owner) => SUBJECTS[owner]).join(' and ')}: everything the export contains`,
    `- purpose: ${reason}`,
    `- kept: for ${days} days`,
    '- on erasure: every file that contains the guest is deleted',
  ].join('\n')

export const personalDataPage = () =>
  `${[
    HEAD.trimEnd(),
    ...HOLDINGS.filter((held) => personsOf(held).length > 0).map(sectionOf),
    ...FILES.map(sectionOfFile),
  ].join('\n\n')}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, personalDataPage())
