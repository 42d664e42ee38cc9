import { Refusal } from '../shared/api.ts'
import { createLoneAdmissions, type Decided } from './alone.ts'
import { codeIn } from './codes.ts'
import type { Connection } from './connection.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import { entryOf, type Last, type LastAdmitted } from './last.ts'
import type { Manifest } from './manifest.ts'
import type { Outbox } from './outbox.ts'
import { forAll, othersOf, takesParties } from './party.ts'
import { hasTwoWays, wayAt, type Place } from './places.ts'
import type { SettingsStore } from './settings.ts'
import { troubleOf } from './trouble.ts'
import {
  aboutToAdmit,
  admitted,
  admittedTogether,
  notForThisEvent,
  refused,
  unreadable,
  type Here,
  type Shown,
  type Verdict,
} from './verdict.ts'
import { words } from './words.ts'
import type { Admission, Checkin, Door, Found, Scan } from './wire.ts'

interface Ports {
  api: DoorApi
  door: () => Door
  place: () => Place
  /** How many the service has counted inside. */
  inside: () => number
  manifest: Manifest
  outbox: Outbox
  connection: Connection
  settings: SettingsStore
  last: LastAdmitted
  show: (shown: Shown) => void
  onKept: () => void
}

type Named = { qrCode: string } | { guestId: string }

/** One guest after the other: who they are, whether they may come in, and that they did. */
export const createAdmissions = (ports: Ports) => {
  const { api, manifest, outbox, connection, settings, last } = ports
  let turn: Promise<void> = Promise.resolve()
  /** The last admission from here that the live door told of: its answer itself may get lost. */
  let heard: Checkin | null = null

  const here = (inside = ports.inside()): Here => {
    const place = ports.place()
    const direction = wayAt(place, settings.get().direction)
    return { door: ports.door(), place, direction, now: connection.now(), inside }
  }

  const plain = (verdict: Verdict) => ports.show({ verdict, admit: null, admitAll: null, undo: null })

  /** The rest of their party, where parties are let in. */
  const othersHere = (found: Found | null, isIn: boolean) => othersOf(takesParties(here()) ? found : null, isIn)
  const withLines = (verdict: Verdict, lines: string[]): Verdict => ({
    ...verdict,
    lines: [...lines, ...verdict.lines],
  })

  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => {
      plain({
        tone: 'stop',
        title: words().verdict.didNotWork,
        name: null,
        ticket: null,
        lines: [troubleOf(error)],
        answers: [],
        isProvisional: false,
      })
    })
    return turn
  }

  const scanOf = (named: Named): Scan => ({
    ...named,
    scannedAt: new Date(connection.now()).toISOString(),
    gate: ports.door().pass?.gate ?? settings.get().gate,
    deviceId: settings.get().deviceId,
    checkpointId: ports.place().checkpointId,
    ...(hasTwoWays(ports.place()) && { direction: settings.get().direction }),
  })

  /** Of one, or also of those who came by the same word. What of it is kept here goes in any case. */
  const undo = (shown: Last, isOfAll: boolean) =>
    inTurn(async () => {
      const entry = last.latest(shown)
      await outbox.take(entry.key)
      ports.onKept()
      for (const each of isOfAll ? last.withOthers(entry) : [entry]) {
        if (!each.isKeptHere) await api.undo(each.id)
        last.drop(each.id)
      }
      if (!entry.isKeptHere) await connection.beat()
    })

  const lone = createLoneAdmissions({
    eventId: () => ports.door().eventId,
    manifest,
    outbox,
    last,
    admitsAtOnce: () => settings.get().admitsAtOnce,
    here: (more) => here(ports.inside() + more),
    scanOf,
    inTurn,
    show: ports.show,
    undo: (entry) => void undo(entry, true),
    onKept: ports.onKept,
  })

  /** A name beside a decision that has been made is a courtesy: without it the decision is said all the same. */
  const lookUp = (named: Named, found: Found | null): Promise<Found | null> =>
    found !== null || !('qrCode' in named) ? Promise.resolve(found) : api.lookUp(named.qrCode).catch(() => null)

  const note = (checkin: Checkin) => {
    const entry = entryOf(checkin)
    last.add(entry)
    return entry
  }

  const letIn = (checkin: Checkin, found: Found | null) => {
    const entry = note(checkin)
    const others = othersHere(found, true)
    const bringIn = () => void admit({ qrCode: checkin.qrCode }, found, 'all')
    ports.show({
      verdict: withLines(admitted(checkin, found), others.lines),
      admit: null,
      admitAll: forAll(others.count, 'settled', bringIn),
      undo: () => void undo(entry, false),
    })
  }

  const letAllIn = ({ party = [] }: Admission) => {
    const came = party.flatMap(({ checkin }) => checkin ?? [])
    const entries = came.map(note)
    const refusals = party.filter(({ result, code }) => result === 'REFUSED' && code !== 'already_checked_in')
    ports.show({
      verdict: admittedTogether(came, refusals.length),
      admit: null,
      admitAll: null,
      undo: () => {
        for (const entry of entries) void undo(entry, false)
      },
    })
  }

  /** The list tells whether somebody comes with others, so that only they are looked up. */
  const isOfParty = async (named: Named) =>
    'qrCode' in named && takesParties(here()) && Boolean((await manifest.find(named.qrCode))?.party)

  const withService = async (named: Named, found: Found | null, isForAll: boolean) => {
    const wants = found === null && (ports.door().questions.length > 0 || (await isOfParty(named)))
    const scan: Scan = { ...scanOf(named), ...(isForAll && { admitParty: true }) }
    try {
      const [checkin, seen] = await Promise.all([api.admit(scan), wants ? lookUp(named, found) : found])
      const came = checkin.party?.flatMap((each) => each.checkin ?? []) ?? [checkin]
      for (const each of came) await manifest.mark(each, ports.place().mode)
      if (checkin.party === undefined) letIn(checkin, seen)
      else letAllIn(checkin)
    } catch (error) {
      if (!(error instanceof Refusal) || isOver(error)) throw error
      const refusal: Refusal = error
      if (isOutage(error) && !isForAll && heard?.checkedInAt === scan.scannedAt) {
        connection.failed(error)
        return letIn(heard, found)
      }
      if (isOutage(error)) throw error
      const seen = await lookUp(named, found)
      const others = refusal.code === 'already_checked_in' ? othersHere(seen, true) : othersHere(null, true)
      ports.show({
        verdict: withLines(refused(refusal, seen, here()), others.lines),
        admit: null,
        admitAll: forAll(others.count, 'settled', () => void admit(named, seen, 'all')),
        undo: null,
      })
    }
    return undefined
  }

  /** Where the service does not answer, the kiosk goes on by itself; where the credential has ended, nobody gets in. */
  const orAlone = async (ask: () => Promise<void>, otherwise: () => Promise<void>) => {
    if (!connection.isUp()) return otherwise()
    try {
      return await ask()
    } catch (error) {
      if (isOver(error)) return connection.failed(error)
      if (!isOutage(error)) throw error
      connection.failed(error)
      return otherwise()
    }
  }

  const alone = (named: Named, found: Found | null, decided: Decided) => {
    if ('qrCode' in named) return lone.decide(named.qrCode, decided)
    return found === null ? Promise.resolve() : lone.keepByName(found)
  }

  const admit = (named: Named, found: Found | null, decided: 'one' | 'all') =>
    inTurn(() =>
      orAlone(
        () => withService(named, found, decided === 'all'),
        () => alone(named, found, decided),
      ),
    )

  const propose = (named: Named, found: Found) => {
    const around = here()
    const verdict = aboutToAdmit(found, around)
    const isOpen = verdict.tone === 'ask'
    const others = isOpen || verdict.tone === 'again' ? othersHere(found, !isOpen) : othersHere(null, true)
    const label = around.direction === 'OUT' ? words().verdict.letOut : words().verdict.admit
    ports.show({
      verdict: withLines(verdict, others.lines),
      admit: isOpen ? { label, act: () => void admit(named, found, 'one') } : null,
      admitAll: forAll(others.count, isOpen ? 'asked' : 'settled', () => void admit(named, found, 'all')),
      undo: null,
    })
  }

  const look = async (code: string) => {
    try {
      propose({ qrCode: code }, await api.lookUp(code))
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 400)) throw error
      plain(error.status === 404 ? notForThisEvent() : unreadable())
    }
  }

  return {
    scan: (text: string) =>
      inTurn(() => {
        const code = codeIn(text)
        if (connection.state() === 'over') return Promise.resolve()
        return orAlone(
          () => (settings.get().admitsAtOnce ? withService({ qrCode: code }, null, false) : look(code)),
          () => lone.decide(code, 'nothing'),
        )
      }),
    hear: (checkin: Checkin) => {
      if (checkin.deviceId === settings.get().deviceId) heard = checkin
    },
    /** A guest found by name, as they stand at this door. */
    propose: (found: Found) => propose({ guestId: found.guestId }, found),
    undo: (entry: Last) => void undo(entry, false),
  }
}
