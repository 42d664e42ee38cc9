import type { Child } from 'hono/jsx/dom'
import type { ErasureAnswer, EventAnswer, MyCalendar, One } from '../../shared/answers.ts'
import type { CalendarSession, Session } from '../session.ts'
import { mayDo, orTell, roleCovers } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { useQuote } from '../parts/quote.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { troubleOf } from '../parts/trouble.ts'
import { fullTimeOf } from '../parts/words.ts'
import { eventHash, hashOf, HOME } from '../place.ts'
import { erasureWords } from '../words/en/erasure.ts'
import { termsWords } from '../words/en/terms.ts'

type Kind = 'event' | 'calendar' | 'account'
type Block = ErasureAnswer['blocks'][number]

const COUNTED = ['events', 'guests', 'orders', 'members', 'images', 'apiKeys', 'webhooks'] as const

export const DownloadAll = ({ session, slug }: { session: Session; slug: string }) => {
  const words = erasureWords().download
  const work = useWork()
  const download = () =>
    void work.run(async () => {
      const url = URL.createObjectURL(await session.api.file(`/calendars/${slug}/export`))
      const link = Object.assign(document.createElement('a'), { href: url, download: `${slug}.zip` })
      link.click()
      URL.revokeObjectURL(url)
    })
  return (
    <>
      <button type="button" class="button plain" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={download}>
        <Icon name="download" /> {work.isUnderWay ? words.underWay : words.button}
      </button>
      {work.error !== null && (
        <p class="fault" role="alert">
          {troubleOf(work.error)}
        </p>
      )}
    </>
  )
}

const saidOf = (block: Block, session: Session) => {
  const words = erasureWords().blocks
  const name = session.me.calendars.find(({ slug }) => slug === block.calendarSlug)?.name ?? block.calendarSlug
  if (block.kind === 'EVENTS_WITH_GUESTS') return words.EVENTS_WITH_GUESTS(block.count)
  if (block.kind === 'ONLY_OWNER') return words.ONLY_OWNER(name, block.count)
  const { kind } = block
  return kind === 'EVENT_AHEAD' || kind === 'OPEN_PAYMENTS' || kind === 'DOCUMENTS_KEPT' ? words[kind] : words.other
}

const wayOnOf = ({ kind, calendarSlug }: Block, eventId: string | null) => {
  const words = erasureWords().open
  if (kind === 'EVENT_AHEAD' && eventId !== null)
    return { href: eventHash(calendarSlug, eventId), label: words.EVENT_AHEAD }
  if (kind === 'EVENTS_WITH_GUESTS') return { href: hashOf(calendarSlug, 'events'), label: words.EVENTS_WITH_GUESTS }
  if (kind === 'OPEN_PAYMENTS') return { href: hashOf(calendarSlug, 'money'), label: words.OPEN_PAYMENTS }
  if (kind === 'ONLY_OWNER') return { href: hashOf(calendarSlug, 'team'), label: words.ONLY_OWNER }
  return null
}

const Blocked = ({
  session,
  blocks,
  eventId,
  close,
}: {
  session: Session
  blocks: readonly Block[]
  eventId: string | null
  close: () => void
}) => (
  <ul class="lines">
    {blocks.map((block) => {
      const wayOn = wayOnOf(block, eventId)
      return (
        <li key={`${block.kind} ${block.calendarSlug}`}>
          <span class="grow">{saidOf(block, session)}</span>
          {wayOn !== null && (
            <a class="button plain" href={wayOn.href} onClick={close}>
              {wayOn.label}
            </a>
          )}
        </li>
      )
    })}
  </ul>
)

const Consequences = ({ kind, preview }: { kind: Kind; preview: ErasureAnswer }) => {
  const words = erasureWords()
  const staying: Readonly<Record<string, string>> = words.staying
  const counted = COUNTED.filter((name) => preview.erases[name] > 0)
  return (
    <>
      <p>{words.lead[kind]}</p>
      <h3 class="h3">{words.erases}</h3>
      <ul>
        {counted.map((name) => (
          <li key={name}>{words.counts[name](preview.erases[name])}</li>
        ))}
        {kind === 'account' && <li key="own">{words.nothingElse}</li>}
      </ul>
      <details>
        <summary>{words.stays}</summary>
        <ul>
          {preview.stays.map(({ kind: known, what, reason }) => (
            <li key={known}>{staying[known] ?? `${what}, ${reason}`}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

interface Erasing {
  session: Session
  kind: Kind
  name: string
  /** Path of the object, without `/erasure`. */
  path: string
  slug?: string
  eventId?: string
  close(): void
  /** Called after the request, while the object waits for its erasure. */
  requested(): Promise<void>
  /** Called after the object was deleted immediately. */
  deleted?(): Promise<void>
}

/** Asks before the erasure. The button that erases is missing if the service would refuse. */
export const EraseDialog = ({ session, kind, name, path, slug, eventId, close, requested, deleted }: Erasing) => {
  const words = erasureWords()
  const asked = useAsked(async () => (await session.api.get<One<ErasureAnswer>>(`${path}/erasure`)).data, [path])
  const [typed, type] = useState('')
  const work = useWork()
  const preview = asked.data
  const isNow = preview?.isEmpty === true && deleted !== undefined && kind !== 'account'
  const quoted = useQuote(session.api, isNow ? { method: 'DELETE', path } : null)
  const isBlocked = preview !== null && !isNow && preview.blocks.length > 0
  const isReady = preview !== null && (isNow || typed.trim() === preview.confirm.trim())
  const erase = () =>
    void work.run(async () => {
      if (preview === null || !isReady) return
      if (isNow) {
        await quoted.send({ method: 'DELETE', path })
        close()
        await deleted()
        return
      }
      await session.api.post(`${path}/erasure`, { confirm: preview.confirm })
      close()
      session.toast(words.requested[kind])
      await requested()
    })
  const title = isBlocked ? words.blocked[kind] : kind === 'account' ? words.title.account : words.title[kind](name)
  return (
    <Dialog
      title={title}
      close={close}
      foot={
        <>
          {work.error !== null && (
            <p class="fault" role="alert">
              {troubleOf(work.error)}
            </p>
          )}
          <button type="button" class="button bare push" onClick={close}>
            {isBlocked ? termsWords().close : termsWords().cancel}
          </button>
          {preview !== null && !isBlocked && (
            <button
              type="button"
              class="button danger"
              aria-disabled={work.isUnderWay || !isReady ? 'true' : 'false'}
              onClick={erase}
            >
              {isNow ? words.deleteNow : words.request}
            </button>
          )}
        </>
      }
    >
      <Shown
        asked={asked}
        rows={3}
        draw={(shown) =>
          isBlocked ? (
            <Blocked session={session} blocks={shown.blocks} eventId={eventId ?? null} close={close} />
          ) : isNow ? (
            <p>{words.empty[kind]}</p>
          ) : (
            <div class="stack">
              <Consequences kind={kind} preview={shown} />
              {slug !== undefined && (
                <p class="row">
                  {words.copyFirst} <DownloadAll session={session} slug={slug} />
                </p>
              )}
              <TextField label={words.confirm(shown.confirm)} value={typed} set={type} />
            </div>
          )
        }
      />
    </Dialog>
  )
}

const Banner = ({
  session,
  children,
  path,
  mayTakeBack,
  changed,
}: {
  session: Session
  children: Child
  path: string
  mayTakeBack: boolean
  changed: () => Promise<void>
}) => {
  const words = erasureWords()
  const takeBack = () =>
    void orTell(session, async () => {
      await session.api.delete(`${path}/erasure`)
      await changed()
      session.toast(words.takenBack)
    })
  return (
    <div class="notice warn row" role="status">
      <span class="grow">{children}</span>
      {mayTakeBack && (
        <button type="button" class="button plain" onClick={takeBack}>
          {words.takeBack}
        </button>
      )}
    </div>
  )
}

/** Shown above every screen while the account or the open calendar waits for its erasure. */
export const PendingErasures = ({ session, calendar }: { session: Session; calendar: MyCalendar | null }) => {
  const words = erasureWords().pending
  const { eraseAt } = session.me
  return (
    <>
      {eraseAt !== null && (
        <Banner key="account" session={session} path="/me" mayTakeBack changed={session.refresh}>
          {words.account(fullTimeOf(eraseAt))}
        </Banner>
      )}
      {calendar !== null && calendar.eraseAt !== null && (
        <Banner
          key={calendar.slug}
          session={session}
          path={`/calendars/${calendar.slug}`}
          mayTakeBack={roleCovers(calendar.role, 'OWNER')}
          changed={session.refresh}
        >
          {words.calendar(<bdi>{calendar.name}</bdi>, fullTimeOf(calendar.eraseAt))}
        </Banner>
      )}
    </>
  )
}

/** Only owners can read the time of an event's erasure, and a pending erasure makes the event private. */
export const PendingEventErasure = ({
  session,
  event,
  changed,
}: {
  session: CalendarSession
  event: EventAnswer
  changed: () => Promise<void>
}) => {
  const path = `/events/${event.id}`
  const isAsked = event.visibility === 'PRIVATE' && mayDo(session, 'OWNER')
  const asked = useAsked(
    async () => (isAsked ? (await session.api.get<One<ErasureAnswer>>(`${path}/erasure`)).data.eraseAt : null),
    [event.id, isAsked],
  )
  if (!isAsked || asked.data === null) return null
  return (
    <Banner session={session} path={path} mayTakeBack changed={changed}>
      {erasureWords().pending.event(<bdi>{event.title}</bdi>, fullTimeOf(asked.data))}
    </Banner>
  )
}

export const goHome = async (session: Session) => {
  session.go(HOME)
  await session.refresh()
}
