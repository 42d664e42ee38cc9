import { useId, useRef } from 'hono/jsx/dom'
import { Refusal } from '../../shared/api.ts'
import type { One, RestoreAnswer } from '../../shared/answers.ts'
import { sizeWords } from '../developers/export-words.ts'
import { patiently } from '../event/bulk.ts'
import { useAsked, useLeaving, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, TextField } from '../parts/fields.tsx'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import { isStale, SignInAgain } from '../parts/sign-in-again.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { numberOf } from '../parts/words.ts'
import { hashOf } from '../place.ts'
import type { Session } from '../session.ts'
import { archiveWords } from '../words/en/archive.ts'
import { termsWords } from '../words/en/terms.ts'
import { Polling, Reason } from './archives.tsx'

const PIECE_BYTES = 8 * 1024 * 1024
const STORAGE_KEY = 'event-calendar.restore'

/** Id of a restore that has started here. `localStorage` throws if the browser blocks storage. */
const rememberedId = () => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
const remember = (id: string | null) => {
  try {
    if (id === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, id)
  } catch {
    // The state is lost with the page. The restore continues.
  }
}

interface Upload {
  file: File
  restoreId: string
  pieces: number
}

const isSlugTaken = (error: unknown) => error instanceof Refusal && error.code === 'slug_taken'

const RestoreDialog = ({
  session,
  close,
  started,
}: {
  session: Session
  close: () => void
  started: (id: string) => void
}) => {
  const words = archiveWords().restore
  const id = useId()
  const leaving = useLeaving()
  const work = useWork()
  const [file, choose] = useState<File | null>(null)
  const [sent, count] = useState<number | null>(null)
  const [key, typeKey] = useState('')
  const [slug, typeSlug] = useState('')
  const [needsSlug, needSlug] = useState(false)
  /** Kept between attempts, so that the file isn't uploaded again after a wrong key or a broken connection. */
  const upload = useRef<Upload | null>(null)

  const sendFile = async (whole: File) => {
    if (upload.current?.file !== whole) {
      const { data } = await session.api.post<One<RestoreAnswer>>('/restores')
      upload.current = { file: whole, restoreId: data.id, pieces: 0 }
    }
    const { current } = upload
    for (let from = current.pieces * PIECE_BYTES; from < whole.size; from += PIECE_BYTES) {
      leaving.throwIfAborted()
      count(from)
      const path = `/restores/${current.restoreId}/pieces/${String(current.pieces + 1)}`
      await patiently(() => session.api.upload(path, whole.slice(from, from + PIECE_BYTES, 'application/zip'), 'PUT'))
      current.pieces += 1
    }
    count(whole.size)
    return current.restoreId
  }
  const start = () =>
    void work.run(async () => {
      if (file === null) return
      try {
        const restoreId = await sendFile(file)
        leaving.throwIfAborted()
        const body = { ...(key.trim() === '' ? {} : { key: key.trim() }), ...(needsSlug ? { slug: slug.trim() } : {}) }
        await session.api.post(`/restores/${restoreId}/start`, body)
        started(restoreId)
      } catch (error) {
        if (isSlugTaken(error)) needSlug(true)
        throw error
      } finally {
        count(null)
      }
    })
  return (
    <Dialog title={words.title} close={close}>
      <Form send={start}>
        <p class="soft">{words.lead}</p>
        <Field id={id} label={words.file}>
          <input
            id={id}
            type="file"
            accept=".zip,application/zip"
            onInput={(event: Event) => choose((event.currentTarget as HTMLInputElement).files?.[0] ?? null)}
          />
        </Field>
        <TextField
          label={words.key}
          aside={termsWords().optional}
          hint={words.keyHint}
          value={key}
          set={typeKey}
          fault={faultOf(work, 'key')}
        />
        {needsSlug && (
          <TextField
            key="slug"
            label={words.slug}
            hint={words.slugHint}
            value={slug}
            set={typeSlug}
            before={`${location.host}/c/`}
            fault={faultOf(work, 'slug')}
          />
        )}
        <div role="status">
          {sent !== null && file !== null && (
            <>
              <p>{words.uploading(sizeWords(sent), sizeWords(file.size))}</p>
              <progress aria-hidden="true" value={sent} max={file.size} />
            </>
          )}
        </div>
        {isStale(work.error) ? <SignInAgain session={session} /> : <OtherFault work={work} fields={['key', 'slug']} />}
        <footer>
          <button type="button" class="button bare push" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.start}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

const loadRestore = async (session: Session, id: string) => {
  try {
    const { data } = await session.api.get<One<RestoreAnswer>>(`/restores/${id}`)
    const isMine = session.me.calendars.some((mine) => mine.id === data.calendarId)
    if (data.status === 'DONE' && !isMine) await session.refresh()
    return data
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error
    remember(null)
    return null
  }
}

const RestoreState = ({ session, id, hide }: { session: Session; id: string; hide: () => void }) => {
  const words = archiveWords().restore
  const asked = useAsked(() => loadRestore(session, id), [id])
  const restore = asked.data
  if (restore === null) return null
  const { status, partsDone, parts, calendarId } = restore
  const isChanged = restore.keepsLinks && !restore.isVerified
  const isOver = status === 'DONE' || status === 'FAILED'
  const calendar = status === 'DONE' ? session.me.calendars.find((mine) => mine.id === calendarId) : undefined
  return (
    <div class={status === 'FAILED' ? 'notice warn row' : 'notice row'} role="status">
      <span class="grow">
        {status === 'DONE'
          ? [words.done, ...(isChanged ? [' ', words.changed] : [])]
          : status === 'FAILED'
            ? [words.failed, ' ', <Reason key="reason" of={restore.error} />]
            : words.running(numberOf(partsDone), numberOf(parts))}
      </span>
      {calendar !== undefined && (
        <a class="button plain" href={hashOf(calendar.slug, 'events')}>
          {words.show}
        </a>
      )}
      {isOver ? (
        <button type="button" class="button bare" onClick={hide}>
          {words.hide}
        </button>
      ) : (
        <Polling key="polling" again={asked.again} />
      )}
    </div>
  )
}

/** Offers to restore a calendar, and shows the progress of a restore that was started in this browser. */
export const RestoreArchive = ({ session }: { session: Session }) => {
  const [id, setId] = useState(rememberedId)
  const [isOpen, open] = useOpened(false)
  const follow = (next: string | null) => {
    remember(next)
    setId(next)
    open(false)
  }
  return (
    <>
      {id !== null && <RestoreState key={id} session={session} id={id} hide={() => follow(null)} />}
      <button type="button" class="button bare" onClick={() => open(true)}>
        {archiveWords().restore.open}
      </button>
      {isOpen && (
        <RestoreDialog
          key="dialog"
          session={session}
          close={() => open(false)}
          started={(restored) => follow(restored)}
        />
      )}
    </>
  )
}
