import type { ArchiveAnswer, NewArchiveAnswer, One } from '../../shared/answers.ts'
import { ShowSecret } from '../developers/show-secret.tsx'
import { sizeWords } from '../developers/export-words.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { OtherFault } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { useRepeated } from '../parts/repeated.ts'
import { isStale, SignInAgain } from '../parts/sign-in-again.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { fullTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { archiveWords } from '../words/en/archive.ts'

const POLL_MS = 2_000

export const Polling = ({ again }: { again: () => Promise<unknown> }) => {
  useRepeated(again, POLL_MS)
  return null
}

/** The service’s own sentence, which is in English. */
export const Reason = ({ of: error }: { of: string | null }) => <span lang="en">{error}</span>

const stateOf = ({ status, rowCount, expiresAt }: ArchiveAnswer) => {
  const words = archiveWords().states
  if (status === 'RUNNING') return words.running(rowCount)
  return expiresAt === null ? words.failed : words.ready(fullTimeOf(expiresAt))
}

const ArchiveLine = ({ archive }: { archive: ArchiveAnswer }) => (
  <li>
    <span class="grow">
      <b>{fullTimeOf(archive.createdAt)}</b>
      <span class="under">
        {stateOf(archive)} {archive.status === 'FAILED' && <Reason of={archive.error} />}
      </span>
    </span>
    {archive.url !== null && (
      <a class="button plain" href={archive.url} download>
        <Icon name="download" /> {archiveWords().download(sizeWords(archive.bytes))}
      </a>
    )}
  </li>
)

/** Archives of the calendar, whose files exist for a day. The key is shown only after the request that created it. */
export const Archives = ({ session }: { session: CalendarSession }) => {
  const words = archiveWords()
  const path = `/calendars/${session.calendar.slug}/archives`
  const asked = useAsked(async () => (await session.api.get<One<ArchiveAnswer[]>>(path)).data, [path])
  const [key, showKey] = useState<string | null>(null)
  const work = useWork()
  const create = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<NewArchiveAnswer>>(path)
      showKey(data.key)
      await asked.again()
    })
  return (
    <>
      <Shown
        asked={asked}
        rows={1}
        draw={(archives) => (
          <>
            {archives.length > 0 && (
              <ul class="lines" aria-label={words.list} aria-live="polite">
                {archives.map((archive) => (
                  <ArchiveLine key={archive.id} archive={archive} />
                ))}
              </ul>
            )}
            {archives.some(({ status }) => status === 'RUNNING') && <Polling key="polling" again={asked.again} />}
          </>
        )}
      />
      {isStale(work.error) ? <SignInAgain session={session} /> : <OtherFault work={work} />}
      <div>
        <button type="button" class="button plain" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={create}>
          {words.create}
        </button>
      </div>
      {key !== null && (
        <ShowSecret
          title={words.key.title}
          secret={key}
          of={words.key.of}
          warning={words.key.warning}
          saved={words.key.stored}
          close={() => showKey(null)}
        />
      )}
    </>
  )
}
