import { Refusal, wordsOf } from '../shared/api.ts'
import { codeIn } from './codes.ts'
import type { Connection } from './connection.ts'
import { decideAlone } from './decide.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Last, LastAdmitted } from './last.ts'
import type { Manifest } from './manifest.ts'
import type { KeptScan, Outbox } from './outbox.ts'
import { hasTwoWays, wayAt, type Place } from './places.ts'
import type { SettingsStore } from './settings.ts'
import { aboutToAdmit, admitted, notForThisEvent, refused, unreadable, type Here, type Verdict } from './verdict.ts'
import type { Checkin, Door, Found, Scan } from './wire.ts'

/** A verdict together with what may be done about it. */
export interface Shown {
  verdict: Verdict
  admit: { label: string; act: () => void } | null
  undo: (() => void) | null
}

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

const IN = { done: 'Let in', label: 'Admit' }
const OUT = { done: 'Let out', label: 'Let out' }

type Named = { qrCode: string } | { guestId: string }

/** One guest after the other: who they are, whether they may come in, and that they did. */
export const createDesk = (ports: Ports) => {
  const { api, manifest, outbox, connection, settings, last } = ports
  let turn: Promise<void> = Promise.resolve()
  /** Admissions from here that the live door told of, by the time of their scan: the answer itself may get lost. */
  const heard = new Map<string, Checkin>()

  const here = (inside = ports.inside()): Here => {
    const place = ports.place()
    const direction = wayAt(place, settings.get().direction)
    return { door: ports.door(), place, direction, now: connection.now(), inside }
  }

  const plain = (verdict: Verdict) => ports.show({ verdict, admit: null, undo: null })

  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => {
      plain({
        tone: 'stop',
        title: 'That did not work',
        name: null,
        ticket: null,
        lines: [wordsOf(error)],
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

  const undo = (entry: Last) =>
    inTurn(async () => {
      if (entry.isKeptHere) {
        await outbox.take(entry.id)
        ports.onKept()
      } else {
        await api.undo(entry.id)
        await connection.beat()
      }
      last.drop(entry.id)
    })

  const keep = async (scan: Scan, verdict: Verdict, shownAs: string) => {
    const kept: KeptScan = { ...scan, id: crypto.randomUUID(), eventId: ports.door().eventId, shownAs }
    await outbox.keep(kept)
    const entry = { id: kept.id, isKeptHere: true, shownAs, ticket: verdict.ticket, at: Date.parse(scan.scannedAt) }
    last.add(entry)
    ports.onKept()
    ports.show({ verdict, admit: null, undo: () => void undo(entry) })
  }

  /** By the list of codes, whose word is good until the service answers again. */
  const alone = async (code: string, isDecided: boolean) => {
    const entry = await manifest.find(code)
    const { checkpointId } = ports.place()
    const known = {
      entry,
      seenHere: await outbox.seenHere(code, checkpointId),
      syncedAt: manifest.kept()?.syncedAt ?? null,
    }
    const around = here(ports.inside() + (await outbox.change(checkpointId)))
    const { isAdmitted, verdict } = decideAlone(known, around)
    const words = around.direction === 'OUT' ? OUT : IN
    const shownAs = verdict.ticket ?? 'A guest'
    const letIn = (said: Verdict) => keep(scanOf({ qrCode: code }), said, shownAs)
    if (isAdmitted && (isDecided || settings.get().admitsAtOnce)) return letIn(verdict)
    if (isAdmitted) {
      const question: Verdict = { ...verdict, tone: 'ask', title: `${words.done}?` }
      return ports.show({
        verdict: question,
        admit: { label: words.done, act: () => void inTurn(() => letIn(verdict)) },
        undo: null,
      })
    }
    if (entry !== undefined) return plain(verdict)
    const anyway: Verdict = {
      ...verdict,
      tone: 'good',
      title: words.done,
      lines: ['Not on the list of this device. The service decides later.'],
    }
    return ports.show({
      verdict,
      admit: { label: `${words.done} anyway`, act: () => void inTurn(() => letIn(anyway)) },
      undo: null,
    })
  }

  /** A guest found by name has no code here: their name is all the list that there is. */
  const aloneByName = (found: Found) => {
    const around = here()
    const verdict = { ...aboutToAdmit(found, around), isProvisional: true }
    const { done } = around.direction === 'OUT' ? OUT : IN
    return keep(scanOf({ guestId: found.guestId }), { ...verdict, tone: 'good', title: done }, found.name)
  }

  /** A name beside a decision that has been made is a courtesy: without it the decision is said all the same. */
  const lookUp = (named: Named, found: Found | null): Promise<Found | null> =>
    found !== null || !('qrCode' in named) ? Promise.resolve(found) : api.lookUp(named.qrCode).catch(() => null)

  const note = (checkin: Checkin) => {
    const entry = {
      id: checkin.id,
      isKeptHere: false,
      shownAs: checkin.guestName,
      ticket: checkin.ticketName,
      at: Date.parse(checkin.checkedInAt),
    }
    last.add(entry)
    return entry
  }

  const letIn = (checkin: Checkin, found: Found | null) => {
    const entry = note(checkin)
    ports.show({ verdict: admitted(checkin, found), admit: null, undo: () => void undo(entry) })
  }

  const withService = async (named: Named, found: Found | null) => {
    const wantsAnswers = found === null && ports.door().questions.length > 0
    const scan = scanOf(named)
    try {
      const [checkin, seen] = await Promise.all([api.admit(scan), wantsAnswers ? lookUp(named, found) : found])
      await manifest.mark(checkin, ports.place().mode)
      letIn(checkin, seen)
    } catch (error) {
      if (!(error instanceof Refusal) || isOver(error)) throw error
      const told = isOutage(error) ? heard.get(scan.scannedAt) : undefined
      if (told !== undefined) {
        connection.failed(error)
        return letIn(told, found)
      }
      if (isOutage(error)) throw error
      plain(refused(error, await lookUp(named, found), here()))
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

  const admit = (named: Named, found: Found) =>
    inTurn(() =>
      orAlone(
        () => withService(named, found),
        () => ('qrCode' in named ? alone(named.qrCode, true) : aloneByName(found)),
      ),
    )

  const propose = (named: Named, found: Found) => {
    const around = here()
    const verdict = aboutToAdmit(found, around)
    const isOpen = verdict.tone === 'ask'
    const { label } = around.direction === 'OUT' ? OUT : IN
    ports.show({ verdict, admit: isOpen ? { label, act: () => void admit(named, found) } : null, undo: null })
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
          () => (settings.get().admitsAtOnce ? withService({ qrCode: code }, null) : look(code)),
          () => alone(code, false),
        )
      }),
    hear: (checkin: Checkin) => {
      if (checkin.deviceId !== settings.get().deviceId) return
      heard.clear()
      heard.set(checkin.checkedInAt, checkin)
    },
    /** A guest found by name, as they stand at this door. */
    propose: (found: Found) => propose({ guestId: found.guestId }, found),
    undo,
  }
}
