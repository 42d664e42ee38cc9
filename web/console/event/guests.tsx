import { useState } from 'hono/jsx/dom'
import type { GuestAnswer, GuestCountsAnswer, ManyResultsAnswer, One, PageOf } from '../../shared/answers.ts'
import { hasPlan, mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../parts/keys.ts'
import { Menu } from '../parts/menu.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Search } from '../parts/tools.tsx'
import { countOf, nameOf, numberOf } from '../parts/words.ts'
import { eventHash, placeOf, withQuery } from '../place.ts'
import { AddGuest } from './add-guest.tsx'
import { startRun, useRun } from './bulk.ts'
import { ACTS, BulkBar, type ManyAct } from './bulk-bar.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { GuestFilters } from './guest-filters.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import { guestColumns } from './guest-columns.tsx'
import { guestName } from './guest-state.ts'
import { ImportGuests } from './import-guests.tsx'
import { printBadges, printList, saveCsv } from './guest-papers.tsx'

const LIMIT = 50
/** The API's maximum `limit`, used to load the ids of the whole list. */
const MOST_OF_A_PAGE = 100
const MAX_SELECTED = 5_000
const IDS_PER_CALL = 20

export const GuestsTab = (tab: EventSession) => {
  const { session, event, asked: askedEvent } = tab
  const { api, place } = session
  const mayModerate = mayDo(session, 'MANAGER')
  const mayFind = hasPlan(session, 'PRO')
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
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sought)
  const needsPlan = sought !== '' && !mayFind && !isAddress
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, add] = useState(false)
  const [isImporting, bring] = useState(false)
  const [isCancelling, cancel] = useState(false)
  const run = useRun()
  const path = `/events/${event.id}/guests`
  const wanted = {
    ...filter,
    newestFirst: filter.newestFirst === '' ? '' : true,
    ...(sought === '' || needsPlan ? {} : mayFind ? { q: sought } : { email: sought }),
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
  const search = (words: string) => show({ q: words })
  const open = (id: string | null) => session.go(withQuery(place, { guest: id }), { replace: openId !== null })
  const at = guests.findIndex(({ id }) => id === openId)
  const actOn = async (act: ManyAct, ids: readonly string[]) => {
    const [doing, done] = ACTS[act]
    const once = async (guestIds: readonly string[]) => {
      const { data } = await api.post<One<ManyResultsAnswer>>(`${path}/batch`, { action: act, guestIds })
      return new Map(
        data.results.flatMap(({ guestId, result, message }) => (result === 'DONE' ? [] : [[guestId, message ?? '']])),
      )
    }
    const ended = await startRun(doing, ids, once, { ofACall: IDS_PER_CALL })
    if (ended === null) return
    const worked = ended.done - ended.failed.size
    session.toast(
      `${numberOf(worked)} ${done}${ended.failed.size === 0 ? '.' : `, ${numberOf(ended.failed.size)} failed.`}`,
    )
    setPicked(new Set(ended.failed.keys()))
    await reload()
  }
  const moderate = (act: ManyAct) => {
    if (act === 'cancel') return cancel(true)
    return void orTell(session, () => actOn(act, [...picked]))
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
      setPicked(ids)
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
      acts={
        mayModerate && (
          <>
            <Menu
              button={
                <>
                  <Icon name="download" /> <span class="hide-small">Print and export</span> <Icon name="down" />
                </>
              }
              label="Print and export"
            >
              <button type="button" onClick={() => void orTell(session, () => saveCsv(api, event))}>
                <Icon name="download" /> Download CSV
              </button>
              <button type="button" onClick={() => void orTell(session, () => printList(api, event))}>
                <Icon name="print" /> Print list
              </button>
              <button type="button" onClick={() => void orTell(session, () => printBadges(api, event))}>
                <Icon name="ticket" /> Print badges
              </button>
            </Menu>
            <Menu
              look="button"
              button={
                <>
                  <Icon name="plus" /> Add guests <Icon name="down" />
                </>
              }
            >
              <button type="button" onClick={() => add(true)}>
                <Icon name="plus" /> Add one guest
              </button>
              <button type="button" onClick={() => bring(true)}>
                <Icon name="people" /> Add from a file
              </button>
              <a href={eventHash(session.calendar.slug, event.id, 'messages', { invite: '1' })}>
                <Icon name="messages" /> Invite by email
              </a>
            </Menu>
          </>
        )
      }
    >
      <div class="tools">
        <GuestFilters tab={tab} filter={filter} show={show} counts={counts.data} />
        <Search label={mayFind ? 'Name or email' : 'Full email address'} value={sought} set={search} />
      </div>
      {needsPlan && (
        <p class="needs" key="needs">
          <span class="tag warn">Needs Pro</span> With Pro you can search by part of a name. On your plan, enter a full
          email address.
        </p>
      )}
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
              <Empty title="No matches" key="none">
                No guest of this event matches your search and filters.
              </Empty>
            ) : (
              <Empty
                key="nobody"
                title="No registrations yet"
                act={
                  mayModerate && (
                    <a class="button" href={eventHash(session.calendar.slug, event.id, 'share')}>
                      Share event
                    </a>
                  )
                }
              >
                Guests show up here moments after they register.
              </Empty>
            )
          ) : (
            <div key="some">
              <Table
                label="Guests"
                columns={guestColumns(tab, run, data)}
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
          position={at < 0 ? '' : `${String((page - 1) * LIMIT + at + 1)} of ${String(asked.data?.total ?? 0)}`}
          close={() => open(null)}
          previous={at > 0 ? () => open(guests[at - 1]?.id ?? null) : undefined}
          next={at >= 0 && at < guests.length - 1 ? () => open(guests[at + 1]?.id ?? null) : undefined}
          changed={reload}
          erased={async () => {
            setPicked(new Set([...picked].filter((id) => id !== openId)))
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
      {isCancelling && (
        <Ask
          key="cancel"
          title={`Cancel ${countOf(picked.size, 'registration')}?`}
          action={`Cancel and email ${countOf(picked.size, 'guest')}`}
          refuse="Keep them"
          isDangerous
          close={() => cancel(false)}
          act={async () => {
            // Not awaited, so that the dialog closes while the bulk action continues.
            void orTell(session, () => actOn('cancel', [...picked]))
          }}
        >
          <p>Their seats become free. This doesn’t refund any payments.</p>
        </Ask>
      )}
      {isImporting && <ImportGuests key="import" tab={tab} close={() => bring(false)} changed={reload} />}
      {isAdding && (
        <AddGuest
          key="add"
          tab={tab}
          close={() => add(false)}
          added={async (guest) => {
            await reload()
            session.toast(`${nameOf(guest)} has been added.`)
          }}
        />
      )}
    </EventFrame>
  )
}
