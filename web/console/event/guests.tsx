import type { GuestAnswer, GuestCountsAnswer, ManyResultsAnswer, One, PageOf } from '../../shared/answers.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { useKeys } from '../parts/keys.ts'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Search } from '../parts/tools.tsx'
import { nameOf, numberOf } from '../parts/words.ts'
import { placeOf, withQuery } from '../place.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import {
  ActOnGuests,
  actAsQuoted,
  failuresIn,
  IDS_PER_QUOTE,
  MAX_QUOTED_IDS,
  type BatchQuotes,
} from './act-on-guests.tsx'
import { AddGuest, AddMenu } from './add-guest.tsx'
import { startRun, useRun } from './bulk.ts'
import { BulkBar, type ManyAct } from './bulk-bar.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { DeclineGuests } from './guest-decline.tsx'
import { declineLater, useDeclining } from './guest-declining.ts'
import { GuestFilters } from './guest-filters.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import { guestColumns } from './guest-columns.tsx'
import { guestName } from './guest-state.ts'
import { ImportFile } from '../screens/import-file.tsx'
import { ImportGuests } from './import-guests.tsx'
import { NoGuests } from './no-guests.tsx'
import { PapersEntries, PapersMenu } from './guest-papers.tsx'

const LIMIT = 50
/** The API's maximum `limit`, used to load the ids of the whole list. */
const MOST_OF_A_PAGE = 100
const MAX_SELECTED = 5_000
const IDS_PER_CALL = 20

export const GuestsTab = (tab: EventSession) => {
  const [words, terms] = [guestsWords(), termsWords()]
  const { session, event, asked: askedEvent } = tab
  const { api, place } = session
  const mayModerate = mayDo(session, 'MANAGER')
  const given = (name: string) => place.query.get(name) ?? ''
  const filter = {
    awaiting: given('awaiting'),
    status: given('status'),
    ticketId: given('ticket'),
    questionId: given('question'),
    answer: given('answer'),
    newestFirst: given('newest'),
  }
  const page = Number(place.query.get('page') ?? '1') || 1
  const openId = place.query.get('guest')
  const sought = given('q')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, add] = useOpened(false)
  const [isImporting, bring] = useOpened(false)
  const [isMoving, move] = useOpened(false)
  const [asking, ask] = useOpened<'approve' | 'cancel' | null>(null)
  const [isDeclining, decline] = useOpened(false)
  const [run, declining] = [useRun(), useDeclining()]
  const path = `/events/${event.id}/guests`
  const wanted = {
    ...filter,
    newestFirst: filter.newestFirst === '' ? '' : true,
    search: sought,
  }
  const asked = useAsked(
    () => api.get<PageOf<GuestAnswer>>(path, { ...wanted, page, limit: LIMIT, whole: true }),
    [event.id, page, JSON.stringify(wanted)],
  )
  const counts = useAsked(async () => (await api.get<One<GuestCountsAnswer>>(`${path}/counts`)).data, [event.id])
  const guests = asked.data?.data ?? []
  const reload = async () => {
    await Promise.all([asked.again(), counts.again(), askedEvent.again()])
  }
  const show = (changes: Record<string, string | null>) => {
    // The selection survives a change of page, but not a change of filters.
    if (!('page' in changes)) setPicked(new Set())
    session.go(withQuery(place, { page: null, guest: null, ...changes }), { replace: true })
  }
  /** A new search starts on page 1. */
  const search = (text: string) => show({ q: text })
  const open = (id: string | null) => session.go(withQuery(place, { guest: id }), { replace: openId !== null })
  const at = guests.findIndex(({ id }) => id === openId)
  const actInBatches = async (
    act: ManyAct,
    ids: readonly string[],
    once: (ids: readonly string[]) => Promise<One<ManyResultsAnswer>>,
    ofACall: number,
  ) => {
    const said = words.acts[act]
    const ended = await startRun(said, ids, async (some) => failuresIn(await once(some)), { ofACall })
    if (ended === null) return
    const worked = ended.done - ended.failed.size
    session.toast(ended.failed.size === 0 ? said.done(worked) : said.doneExcept(worked, ended.failed.size))
    setPicked((now) => new Set([...ended.failed.keys(), ...[...now].filter((id) => !ids.includes(id))]))
    await reload()
  }
  const actOn = (act: ManyAct, ids: readonly string[], about: { message?: string } = {}) =>
    actInBatches(act, ids, (guestIds) => api.post(`${path}/batch`, { action: act, guestIds, ...about }), IDS_PER_CALL)
  const quotable = [...picked].slice(0, MAX_QUOTED_IDS)
  const actAsAgreed = (act: 'approve' | 'cancel', all: readonly string[], quotes: BatchQuotes) =>
    actInBatches(act, all, (ids) => actAsQuoted(api, { event, act, ids, quotes }), IDS_PER_QUOTE)
  const moderate = (act: ManyAct) => {
    if (act === 'reject') return decline(true)
    if (act !== 'resend') return ask(act)
    return void orTell(session, () => actOn(act, [...picked]))
  }
  const declineAll = (ids: readonly string[], message: string) => {
    const verb = 'reject'
    const about = message === '' ? {} : { message }
    const send = (isLeaving: boolean) => {
      const actNow = () => actOn(verb, ids, about)
      if (!isLeaving) return orTell(session, actNow)
      const parts = Array.from({ length: Math.ceil(ids.length / MOST_OF_A_PAGE) }, (_, part) =>
        ids.slice(part * MOST_OF_A_PAGE, (part + 1) * MOST_OF_A_PAGE),
      )
      const sendPart = (guestIds: readonly string[]) =>
        api.post(`${path}/batch`, { action: verb, guestIds, ...about }, { keepalive: true })
      return orTell(session, async () => {
        await Promise.all(parts.map(sendPart))
        await reload()
      })
    }
    session.toast(words.declining.startedMany(ids.length), declineLater(ids, send))
    setPicked(new Set())
  }
  /** Selects all guests on all pages who match the filters, up to `MAX_SELECTED` (5,000). */
  const pickAll = () =>
    void orTell(session, async () => {
      const ids = new Set<string>()
      for (let next = 1; ids.size < MAX_SELECTED; next += 1) {
        const { data } = await api.get<PageOf<GuestAnswer>>(path, { ...wanted, page: next, limit: MOST_OF_A_PAGE })
        for (const { id } of data) ids.add(id)
        if (data.length < MOST_OF_A_PAGE) break
      }
      // The filters or the selection may have changed while the pages loaded.
      setPicked((now) => (now === picked ? ids : now))
    })
  const hasPicked = picked.size > 0 && run.isOver
  useKeys({
    ...(mayModerate && {
      n: () => add(true),
      ...(hasPicked && {
        a: () => moderate('approve'),
        d: () => moderate('reject'),
        Escape: () => setPicked(new Set()),
      }),
    }),
  })
  const isNarrowed = [filter.awaiting, filter.status, filter.ticketId, filter.answer, sought].some(
    (value) => value !== '',
  )
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="guests"
      more={mayModerate && <PapersEntries session={session} event={event} />}
      acts={
        mayModerate && (
          <>
            <PapersMenu session={session} event={event} />
            <AddMenu tab={tab} add={() => add(true)} bring={() => bring(true)} move={() => move(true)} />
          </>
        )
      }
    >
      <div class="tools">
        <GuestFilters tab={tab} filter={filter} show={show} counts={counts.data} />
        <Search label={words.list.search} value={sought} set={search} />
      </div>
      {(picked.size > 0 || !run.isOver) && (
        <BulkBar
          key="bulk"
          count={picked.size}
          total={asked.data?.total ?? 0}
          most={MAX_SELECTED}
          run={run}
          act={moderate}
          pickAll={pickAll}
          clear={() => setPicked(new Set())}
        />
      )}
      <Shown
        asked={asked}
        rows={12}
        draw={({ data, total }) =>
          data.length === 0 ? (
            isNarrowed ? (
              <Empty title={words.list.noMatches} key="none">
                {words.list.noMatchesText}
              </Empty>
            ) : (
              <NoGuests key="nobody" {...tab} />
            )
          ) : (
            <div key="some">
              <Table
                label={terms.guests}
                columns={guestColumns(tab, run, declining, data)}
                rows={data}
                idOf={({ id }) => id}
                nameOf={(guest) => guestName(guest).name}
                current={openId}
                {...(mayModerate && {
                  picking: {
                    picked,
                    pick: (id: string, isPicked: boolean) => {
                      const next = new Set(picked)
                      if (isPicked) next.add(id)
                      else next.delete(id)
                      setPicked(next)
                    },
                    pickAll: (ids: readonly string[], arePicked: boolean) =>
                      setPicked(arePicked ? new Set([...picked, ...ids]) : new Set()),
                  },
                })}
              />
              <Pager page={page} limit={LIMIT} total={total} to={(next) => show({ page: String(next) })} />
            </div>
          )
        }
      />
      {openId !== null && (
        <GuestSheet
          key={`sheet ${openId}`}
          tab={tab}
          guestId={openId}
          listed={guests[at]}
          position={
            at < 0 ? '' : words.list.position(numberOf((page - 1) * LIMIT + at + 1), numberOf(asked.data?.total ?? 0))
          }
          close={() => open(null)}
          previous={at > 0 ? () => open(guests[at - 1]?.id ?? null) : undefined}
          next={at >= 0 && at < guests.length - 1 ? () => open(guests[at + 1]?.id ?? null) : undefined}
          changed={reload}
          erased={async () => {
            setPicked((now) => new Set([...now].filter((id) => id !== openId)))
            // Reload first. Otherwise the sheet would return the focus to the deleted row when it closes.
            await reload()
            // If the user has opened another guest by now, keep that guest open. If the page is now empty, go to the
            // previous page.
            if (placeOf(location.hash).query.get('guest') !== openId) return
            const isPageGone = guests.length === 1 && page > 1
            session.go(withQuery(place, { guest: null, ...(isPageGone && { page: String(page - 1) }) }), {
              replace: true,
            })
          }}
        />
      )}
      {asking !== null && (
        <ActOnGuests
          key={asking}
          session={session}
          event={event}
          act={asking}
          ids={quotable}
          close={() => ask(null)}
          start={(quotes) => void orTell(session, () => actAsAgreed(asking, quotable, quotes))}
        />
      )}
      {isDeclining && (
        <DeclineGuests
          key="decline"
          title={words.declining.askMany(picked.size)}
          close={() => decline(false)}
          decline={(message) => declineAll([...picked], message)}
        />
      )}
      {isImporting && <ImportGuests key="import" tab={tab} close={() => bring(false)} changed={reload} />}
      {isMoving && (
        <ImportFile
          key="move"
          session={session}
          kind="guests"
          path={`/events/${event.id}/guests/import`}
          event={event}
          close={() => move(false)}
          changed={reload}
        />
      )}
      {isAdding && (
        <AddGuest
          key="add"
          tab={tab}
          close={() => add(false)}
          added={async (guest) => {
            await reload()
            session.toast(words.add.added(nameOf(guest)))
          }}
        />
      )}
    </EventFrame>
  )
}
