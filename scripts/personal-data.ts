import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { retentionPhrase, type Holding, type PersonKind, type Personal } from '../src/db/personal/holding.ts'
import { FILES, HOLDINGS, type StoredFile } from '../src/db/personal/registry.ts'

export const PAGE = 'docs/personal-data.md'

const SUBJECTS: Record<PersonKind, string> = {
  guest: 'guests',
  buyer: 'buyers',
  recipient: 'email recipients',
  member: 'team members',
}

const HEAD = `# Personal data: what we store, why and for how long

\`node scripts/personal-data.ts\` generates this page from the registry in \`src/db/personal/\`. The service uses the same registry
for erasure, for retention and for the data that guests can request. Tests check that the registry covers every column of every
table, and that this page is up to date.

## Answer a request

- **Access:** with their own link, guests call \`GET /api/public/registrations/:manageToken/data\`.
- **Erasure:** call \`POST /api/v1/events/:eventId/guests/:guestId/erase\`, or the same path without \`/v1\` as a team member.
- **Retention:** the service deletes expired data every minute.

An erasure makes every change listed under "on erasure" in one transaction, and deletes exported files that contain the guest. It
applies to one registration: the same person at another event is another guest.

Logs contain no path and no query of a request. \`wrangler.toml\` turns Cloudflare's own request log off.

On a single machine, emails are files in \`DATA_DIR/mail\`. Delete them in the program that sends them.
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
        ? ['- on erasure: the row is deleted']
        : [
            `- on erasure: ${persons.some(({ becomes }) => becomes !== undefined) ? 'cleared or anonymised' : 'no longer linked to a person'}${
              stays.length === 0 ? '' : `; remains: ${[...new Set(stays.map(({ what }) => what))].join('; ')}`
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
    `- about ${owners.map((owner) => SUBJECTS[owner]).join(' and ')}: all columns selected for the export`,
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
