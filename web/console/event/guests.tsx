import { useState } from 'hono/jsx/dom'
import type { GuestAnswer, GuestCountsAnswer, One, PageOf } from '../../shared/answers.ts'
import { hasPlan, mayDo, orTell } from '../desk.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../parts/keys.ts'
import { Menu } from '../parts/menu.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import type { Column } from '../parts/table.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Pick, Search, Segments } from '../parts/tools.tsx'
import { momentOf, nameOf } from '../parts/words.ts'
import { eventHash, withQuery } from '../place.ts'
import { AddGuest } from './add-guest.tsx'
import { startRun, useRun, type Run } from './bulk.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EventFrame, type EventDesk } from './event-frame.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import { guestState, isGone } from './guest-state.ts'
import { printBadges, printList, saveCsv } from './guest-papers.tsx'

const LIMIT = 50

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'CHECKED_IN', label: 'Checked in' },
  { value: 'PENDING', label: 'Awaits approval' },
  { value: 'WAITLISTED', label: 'Waiting' },
  { value: 'INVITED', label: 'Invited' },
  { value: 'DECLINED', label: 'Declined' },
  { value: 'CANCELLED', label: 'Cancelled' },
]

const countsOf = async ({ desk: { api }, event }: EventDesk): Promise<Record<string, number>> => {
  const { data } = await api.get<One<GuestCountsAnswer>>(`/events/${event.id}/guests/counts`)
  return { '': data.total, ...Object.fromEntries(data.statuses.map(({ status, guests }) => [status, guests])) }
}

const columnsOf = ({ event, desk }: EventDesk, run: Run, guests: readonly GuestAnswer[]): Column<GuestAnswer>[] => {
  const [question] = event.registrationQuestions
  const hasTicket = guests.some(({ ticket }) => ticket !== undefined) && event.tickets.length > 1
  const hasTime = guests.some(({ createdAt }) => createdAt !== undefined)
  return [
    {
      id: 'name',
      title: 'Name',
      kind: 'main',
      draw: (guest) => (
        <a href={withQuery(desk.place, { guest: guest.id })} data-row>
          <span>
            <b class={isGone(guest.status) ? 'gone' : ''}>
              <bdi>{nameOf(guest) || guest.email}</bdi>
            </b>
            <small>
              <bdi>{nameOf(guest) === '' ? 'has not answered yet' : guest.email}</bdi>
            </small>
          </span>
        </a>
      ),
    },
    ...(hasTicket
      ? [{ id: 'ticket', title: 'Ticket', kind: 'end' as const, draw: ({ ticket }: GuestAnswer) => ticket?.name ?? '' }]
      : []),
    {
      id: 'status',
      title: 'Status',
      kind: 'state',
      draw: (guest) => {
        const failure = run.failed.get(guest.id)
        if (failure !== undefined) return <Chip mark="bad" tone="bad" words={failure} />
        if (run.current.has(guest.id)) return <Chip mark="clock" tone="accent" words={run.doing} />
        return <Chip {...guestState(guest)} />
      },
    },
    ...(question === undefined
      ? []
      : [
          {
            id: 'answer',
            title: question.label,
            kind: 'hide' as const,
            draw: ({ registrationAnswers }: GuestAnswer) => (
              <span class="soft">
                {registrationAnswers.find((answer) => answer.question === question.label)?.answer ?? ''}
              </span>
            ),
          },
        ]),
    ...(hasTime
      ? [
          {
            id: 'since',
            title: 'Registered',
            kind: 'hide' as const,
            align: 'end' as const,
            draw: ({ createdAt }: GuestAnswer) => (
              <span class="soft">{createdAt === undefined ? '' : momentOf(createdAt)}</span>
            ),
          },
        ]
      : []),
  ]
}

export const GuestsTab = (tab: EventDesk) => {
  const { desk, event, asked: askedEvent } = tab
  const { api, place } = desk
  const mayModerate = mayDo(desk, 'MANAGER')
  const mayFind = hasPlan(desk, 'PRO')
  const [status, ticketId] = [place.query.get('status') ?? '', place.query.get('ticket') ?? '']
  const page = Number(place.query.get('page') ?? '1') || 1
  const openId = place.query.get('guest')
  const [sought, seek] = useState(place.query.get('q') ?? '')
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sought)
  const needsPlan = sought !== '' && !mayFind && !isAddress
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, add] = useState(false)
  const run = useRun()
  const path = `/events/${event.id}/guests`
  const asked = useAsked(
    () =>
      api.get<PageOf<GuestAnswer>>(path, {
        status,
        ticketId,
        page,
        limit: LIMIT,
        whole: true,
        ...(sought === '' || needsPlan ? {} : mayFind ? { q: sought } : { email: sought }),
      }),
    [event.id, status, ticketId, page, needsPlan ? '' : sought],
  )
  const counts = useAsked(() => countsOf(tab), [event.id])
  const guests = asked.data?.data ?? []
  const reload = async () => {
    await Promise.all([asked.again(), counts.again(), askedEvent.again()])
  }
  const show = (changes: Record<string, string | null>) => {
    setPicked(new Set())
    desk.go(withQuery(place, { page: null, guest: null, ...changes }), { replace: true })
  }
  /** Whoever looks for something begins at the first page. */
  const search = (words: string) => {
    seek(words)
    if (page > 1) show({})
  }
  const open = (id: string | null) => desk.go(withQuery(place, { guest: id }), { replace: openId !== null })
  const at = guests.findIndex(({ id }) => id === openId)
  const moderate = (act: 'approve' | 'reject') => {
    const ids = guests.map(({ id }) => id).filter((id) => picked.has(id))
    const [doing, done] = act === 'approve' ? ['Approving', 'approved'] : ['Declining', 'declined']
    const moderateAll = async () => {
      const ended = await startRun(doing, ids, (id) => api.post(`${path}/${id}/${act}`))
      if (ended === null) return
      const worked = ended.done - ended.failed.size
      desk.toast(
        `${String(worked)} ${done}${ended.failed.size === 0 ? '.' : `, ${String(ended.failed.size)} could not be.`}`,
      )
      setPicked(new Set(ended.failed.keys()))
      await reload()
    }
    void orTell(desk, moderateAll)
  }
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
  const isNarrowed = status !== '' || ticketId !== '' || sought !== ''
  return (
    <EventFrame
      desk={desk}
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
              <button type="button" onClick={() => void orTell(desk, () => saveCsv(api, event))}>
                <Icon name="download" /> CSV, now
              </button>
              <button type="button" onClick={() => void orTell(desk, () => printList(api, event))}>
                <Icon name="print" /> List to print
              </button>
              <button type="button" onClick={() => void orTell(desk, () => printBadges(api, event))}>
                <Icon name="ticket" /> Badges to print
              </button>
            </Menu>
            <Menu
              look="button"
              button={
                <>
                  <Icon name="plus" /> Add <Icon name="down" />
                </>
              }
            >
              <button type="button" onClick={() => add(true)}>
                <Icon name="plus" /> A guest
              </button>
              <a href={eventHash(desk.calendar.slug, event.id, 'messages', { invite: '1' })}>
                <Icon name="messages" /> Invite by mail
              </a>
            </Menu>
          </>
        )
      }
    >
      <div class="tools">
        <Segments
          label="Which guests"
          value={status}
          set={(value) => show({ status: value })}
          choices={FILTERS.filter(
            ({ value }) => value === status || value === '' || value === 'CONFIRMED' || (counts.data?.[value] ?? 0) > 0,
          ).map((filter) => ({ ...filter, count: counts.data?.[filter.value] }))}
        />
        {event.tickets.length > 1 && (
          <Pick
            label="Ticket"
            value={ticketId}
            set={(value) => show({ ticket: value })}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Search label={mayFind ? 'Name or mail' : 'Whole mail address'} value={sought} set={search} />
      </div>
      {needsPlan && (
        <p class="needs" key="needs">
          <span class="tag warn">Needs Pro</span> A part of a name is looked for with Pro. Here you find whole
          addresses.
        </p>
      )}
      {(picked.size > 0 || !run.isOver) && (
        <BulkBar
          key="bulk"
          count={picked.size}
          run={run}
          approve={() => moderate('approve')}
          reject={() => moderate('reject')}
          clear={() => setPicked(new Set())}
        />
      )}
      <Shown
        asked={asked}
        rows={12}
        draw={({ data, total }) =>
          data.length === 0 ? (
            isNarrowed ? (
              <Empty title="Nobody fits" key="none">
                No guest of this event is like that.
              </Empty>
            ) : (
              <Empty
                key="nobody"
                title="Nobody has registered yet"
                act={
                  mayModerate && (
                    <a class="button" href={eventHash(desk.calendar.slug, event.id, 'share')}>
                      Share the event
                    </a>
                  )
                }
              >
                Whoever registers stands here a moment later.
              </Empty>
            )
          ) : (
            <div key="some">
              <Table
                label="Guests"
                columns={columnsOf(tab, run, data)}
                rows={data}
                idOf={({ id }) => id}
                nameOf={(guest) => nameOf(guest) || guest.email}
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
        />
      )}
      {isAdding && (
        <AddGuest
          key="add"
          tab={tab}
          close={() => add(false)}
          added={async (guest) => {
            await reload()
            desk.toast(`${nameOf(guest)} is added.`)
          }}
        />
      )}
    </EventFrame>
  )
}
