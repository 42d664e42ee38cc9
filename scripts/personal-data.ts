import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { retentionPhrase, type Holding, type PersonKind, type Personal } from '../src/db/personal/holding.ts'
import { FILES, HOLDINGS, type StoredFile } from '../src/db/personal/registry.ts'

export const PAGE = 'docs/personal-data.md'

const WHOSE: Record<PersonKind, string> = {
  guest: 'guests',
  buyer: 'buyers',
  recipient: 'whoever gets mail',
  member: 'members of the team',
}

const HEAD = `# What is kept about whom, and how long

Written by \`node scripts/personal-data.ts\` from the registry that the service itself works by (\`src/db/personal/\`): erasure,
retention and what a guest is told of themselves are made of it, and a test holds that every column of every table is either in
it or named there as nobody's. This page is held against it, too.

- **A guest sees it** with their own link: \`GET /api/public/registrations/:manageToken/data\`.
- **A guest is erased** by \`POST /api/v1/events/:eventId/guests/:guestId/erase\` or its twin of the dashboard: everything below
  under "once erased" happens in one transaction, and exported files that hold the guest are deleted. It is of that one
  registration: the same person at another event is another guest.
- **What is over goes by itself**, every minute.
- Nothing of a request's path or query is in any log: \`wrangler.toml\` switches the platform's own lines off.

On one machine, mail is handed over as files in \`DATA_DIR/mail\`; whatever takes them from there takes them away.
`

const personsOf = ({ persons }: Holding) =>
  Object.values(persons).filter((person): person is Personal => person !== undefined)

const sectionOf = (held: Holding) => {
  const persons = personsOf(held)
  const lines = [...Map.groupBy(persons, ({ owner }) => owner)].map(
    ([owner, all]) => `- of ${WHOSE[owner]}: ${[...new Set(all.map(({ what }) => what))].join('; ')}`,
  )
  const stays = persons.filter(({ owner, becomes }) => owner !== 'member' && becomes === undefined)
  const erased =
    held.ofGuest === undefined
      ? []
      : held.erasing === 'gone'
        ? ['- once erased: the row is gone']
        : [
            `- once erased: ${persons.some(({ becomes }) => becomes !== undefined) ? 'empty, or words that name nobody' : 'tells of nobody'}${
              stays.length === 0 ? '' : `; stays: ${[...new Set(stays.map(({ what }) => what))].join('; ')}`
            }`,
          ]
  return [
    `## ${held.what[0]?.toUpperCase()}${held.what.slice(1)}`,
    '',
    ...lines,
    `- why: ${held.reason}`,
    `- how long: ${retentionPhrase(held.kept)}`,
    ...erased,
  ].join('\n')
}

const sectionOfFile = ({ what, owners, reason, days }: StoredFile) =>
  [
    `## ${what[0]?.toUpperCase()}${what.slice(1)}`,
    '',
    `- of ${owners.map((owner) => WHOSE[owner]).join(' and ')}: everything that the file was asked for`,
    `- why: ${reason}`,
    `- how long: for ${days} days`,
    '- once erased: every file that holds the guest is deleted',
  ].join('\n')

export const personalDataPage = () =>
  `${[
    HEAD.trimEnd(),
    ...HOLDINGS.filter((held) => personsOf(held).length > 0).map(sectionOf),
    ...FILES.map(sectionOfFile),
  ].join('\n\n')}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, personalDataPage())
