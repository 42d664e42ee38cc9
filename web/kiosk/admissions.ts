import { parseShortCode } from '../../src/kernel/short-code.ts'
import { Refusal } from '../shared/api.ts'
import { createLoneAdmissions, type Decided } from './alone.ts'
import { codeIn } from './codes.ts'
import type { Connection } from './connection.ts'
import { decideAlone } from './decide.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import { entryOf, type Last, type LastAdmitted } from './last.ts'
import type { Manifest } from './manifest.ts'
import type { Outbox } from './outbox.ts'
import type { Practice } from './practice.ts'
import { forAll, othersOf, takesParties, withLines } from './party.ts'
import { hasTwoWays, wayAt, type Place } from './places.ts'
import type { SettingsStore } from './settings.ts'
import { troubleOf } from './trouble.ts'
import {
  aboutToAdmit,
  admitted,
  admittedTogether,
  listNotKept,
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
  /** The number of guests inside, as counted by the service. */
  inside: () => number
  manifest: Manifest
  outbox: Outbox
  connection: Connection
  practice: Practice
  settings: SettingsStore
  last: LastAdmitted
  show: (shown: Shown) => void
  onKept: () => void
}

type Named = { qrCode: string } | { guestId: string }

/** Handles scans and choices one at a time: looks up the guest, checks them in and shows the verdict. */
export const createAdmissions = (ports: Ports) => {
  const { api, manifest, outbox, connection, practice, settings, last } = ports
  let turn: Promise<void> = Promise.resolve()
  /**
   * This device's last check-in that was reported over the live socket. If the HTTP response is lost, `withService`
   * recognises its own check-in by `checkedInAt`.
   */
  let lastLiveCheckin: Checkin | null = null

  const here = (inside = ports.inside()): Here => {
    const place = practice.isOn() ? practice.asOpen(ports.place()) : ports.place()
    const direction = wayAt(place, settings.get().direction)
    return { door: ports.door(), place, direction, now: connection.now(), inside }
  }

  const showPractice = (shown: Shown) => ports.show(practice.mark(shown))
  const plain = (verdict: Verdict) =>
    (practice.isOn() ? showPractice : ports.show)({ verdict, admit: null, admitAll: null, undo: null })

  /** Returns the rest of the guest's party. At a door that doesn't admit parties, returns no one. */
  const othersHere = (found: Found | null, isIn: boolean) => othersOf(takesParties(here()) ? found : null, isIn)

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

  /**
   * Undoes a check-in. With `isOfAll`, also undoes those of the other guests whom the same scan admitted. Always
   * removes the scan from the outbox.
   */
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

  const common = {
    eventId: () => ports.door().eventId,
    manifest,
    admitsAtOnce: () => settings.get().admitsAtOnce,
    here: (more: number) => here(ports.inside() + more),
    scanOf,
    inTurn,
  }
  const offline = createLoneAdmissions({
    ...common,
    outbox,
    last,
    show: ports.show,
    onKept: ports.onKept,
    undo: (entry) => void undo(entry, true),
  })
  const rehearsal = createLoneAdmissions({ ...common, ...practice.ports, show: showPractice })
  const alone = () => (practice.isOn() ? rehearsal : offline)

  /** Ignores a failed lookup: the guest's name is no longer needed once `POST /checkins` has decided. */
  const lookUp = (named: Named, found: Found | null): Promise<Found | null> =>
    found !== null || !('qrCode' in named) ? Promise.resolve(found) : api.lookUp(named.qrCode).catch(() => null)

  const addToLast = (checkin: Checkin) => {
    const entry = entryOf(checkin)
    last.add(entry)
    return entry
  }

  const showAdmitted = (checkin: Checkin, found: Found | null) => {
    const entry = addToLast(checkin)
    const others = othersHere(found, true)
    const bringIn = () => void admit({ qrCode: checkin.qrCode }, found, 'all')
    ports.show({
      verdict: withLines(admitted(checkin, found), others.lines),
      admit: null,
      admitAll: forAll(others.count, 'settled', bringIn),
      undo: () => void undo(entry, false),
    })
  }

  const showPartyAdmitted = ({ party = [] }: Admission) => {
    const came = party.flatMap(({ checkin }) => checkin ?? [])
    const entries = came.map(addToLast)
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

  /** The manifest says whether a guest belongs to a party. Without the manifest, every scan would need a lookup. */
  const isOfParty = async (named: Named) =>
    'qrCode' in named && takesParties(here()) && Boolean((await manifest.find(named.qrCode))?.party)

  const withService = async (named: Named, found: Found | null, isForAll: boolean) => {
    const needsLookup = found === null && (ports.door().questions.length > 0 || (await isOfParty(named)))
    const scan: Scan = { ...scanOf(named), ...(isForAll && { admitParty: true }) }
    try {
      const [checkin, seen] = await Promise.all([api.admit(scan), needsLookup ? lookUp(named, found) : found])
      const came = checkin.party?.flatMap((each) => each.checkin ?? []) ?? [checkin]
      for (const each of came) await manifest.mark(each, ports.place().mode)
      if (checkin.party === undefined) showAdmitted(checkin, seen)
      else showPartyAdmitted(checkin)
    } catch (error) {
      if (!(error instanceof Refusal) || isOver(error)) throw error
      const refusal: Refusal = error
      if (isOutage(error) && !isForAll && lastLiveCheckin?.checkedInAt === scan.scannedAt) {
        connection.failed(error)
        return showAdmitted(lastLiveCheckin, found)
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

  /** If the service doesn't respond, or during practice, decides offline. If the credential has expired, the kiosk admits no one. */
  const orOffline = async (ask: () => Promise<void>, otherwise: () => Promise<void>) => {
    if (practice.isOn() || !connection.isUp()) return otherwise()
    try {
      return await ask()
    } catch (error) {
      if (isOver(error)) return connection.failed(error)
      if (!isOutage(error)) throw error
      connection.failed(error)
      return otherwise()
    }
  }

  /** In practice, an unknown code is refused, because the service will not decide later. */
  const decideHere = async (code: string, decided: Decided) =>
    practice.isOn() && (await manifest.find(code)) === undefined
      ? plain(notForThisEvent())
      : alone().decide(code, decided)

  const admitOffline = (named: Named, found: Found | null, decided: Decided) => {
    if ('qrCode' in named) return decideHere(named.qrCode, decided)
    return found === null ? Promise.resolve() : alone().keepByName(found)
  }

  const admit = (named: Named, found: Found | null, decided: 'one' | 'all') =>
    inTurn(() =>
      orOffline(
        () => withService(named, found, decided === 'all'),
        () => admitOffline(named, found, decided),
      ),
    )

  const propose = (named: Named, found: Found) => {
    const context = here()
    const isPractice = practice.isOn()
    const verdict = aboutToAdmit(found, context)
    const isOpen = verdict.tone === 'ask'
    const others = othersHere(!isPractice && (isOpen || verdict.tone === 'again') ? found : null, !isOpen)
    // A guest shown during practice can't be checked in after it has ended.
    const act = () => {
      if (practice.isOn() === isPractice) void admit(named, found, 'one')
    }
    const label = context.direction === 'OUT' ? words().verdict.admitOut : words().verdict.admit
    ;(isPractice ? showPractice : ports.show)({
      verdict: withLines(verdict, others.lines),
      admit: isOpen ? { label, act } : null,
      admitAll: forAll(others.count, isOpen ? 'asked' : 'settled', () => void admit(named, found, 'all')),
      undo: null,
    })
  }

  /** Asks staff whether to admit the guest of a code. `POST /checkins` accepts no short code, so that needs the id. */
  const look = async (code: string) => {
    try {
      const found = await api.lookUp(code)
      propose(parseShortCode(code) === null ? { qrCode: code } : { guestId: found.guestId }, found)
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 400)) throw error
      plain(error.status === 404 ? notForThisEvent() : unreadable())
    }
  }

  const lookOffline = async (shortCode: string) => {
    const found = await alone().findByShortCode(shortCode)
    const [guest] = found ?? []
    if (guest !== undefined) return propose({ guestId: guest.guestId }, guest)
    const unknown = { entry: undefined, seenHere: null, syncedAt: manifest.kept()?.syncedAt ?? null }
    return plain(found === null ? listNotKept() : decideAlone(unknown, here()).verdict)
  }

  return {
    /**
     * Handles a scanned or typed code. A short code always asks first: it is printed for people to read, so anyone may
     * have seen it.
     */
    scan: (text: string) =>
      inTurn(() => {
        const code = codeIn(text)
        if (connection.state() === 'over') return Promise.resolve()
        const shortCode = parseShortCode(code)
        if (shortCode !== null) {
          return orOffline(
            () => look(code),
            () => lookOffline(shortCode),
          )
        }
        return orOffline(
          () => (settings.get().admitsAtOnce ? withService({ qrCode: code }, null, false) : look(code)),
          () => decideHere(code, 'nothing'),
        )
      }),
    hear: (checkin: Checkin) => {
      if (checkin.deviceId === settings.get().deviceId) lastLiveCheckin = checkin
    },
    /** Asks staff whether to admit a guest whom they found by name. `found` holds the guest's state at this door. */
    propose: (found: Found) => propose({ guestId: found.guestId }, found),
    /** Searches the manifest by name or short code, without the service. */
    searchOffline: (text: string) => alone().search(text),
    undo: (entry: Last) => void undo(entry, false),
  }
}
