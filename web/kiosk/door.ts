import type { Credential } from '../shared/api.ts'
import { show } from '../shared/element.ts'
import { createConflictsSheet } from './conflicts-sheet.ts'
import { createConnection } from './connection.ts'
import { createAdmissions } from './admissions.ts'
import { createDoorApi } from './door-api.ts'
import { createDoorScreen } from './door-screen.ts'
import { createLastList } from './last-sheet.ts'
import { createLast, entryOf } from './last.ts'
import { createManifest } from './manifest.ts'
import { createOutbox, type Settled } from './outbox.ts'
import { createPlaceSheet } from './place-sheet.ts'
import { createPractice } from './practice.ts'
import { placeOf, placesOf } from './places.ts'
import { createSearchSheet } from './search-sheet.ts'
import { createSettingsSheet } from './settings-sheet.ts'
import type { SettingsStore } from './settings.ts'
import type { Sound } from './sound.ts'
import { createStage } from './stage.ts'
import type { Storage } from './storage.ts'
import { counted } from './tally.ts'
import { troubleOf } from './trouble.ts'
import { timeAt } from './verdict.ts'
import { words } from './words.ts'
import { createVerdictScreen } from './verdict-screen.ts'
import type { Door, Summary } from './wire.ts'

interface Input {
  main: HTMLElement
  credential: Credential
  eventId: string
  storage: Storage
  settings: SettingsStore
  sound: Sound
  /** The name of the signed-in user, shown in the settings. */
  worker: string
  onLeave: () => void
  leaveLabel: string
  /** Called when the service rejects the credential. `waiting` is the number of scans that are not uploaded yet. */
  onOver: (words: string, waiting: number) => void
}

const NOBODY: Summary = { expected: 0, checkedIn: 0, inside: 0, byGate: [] }

/**
 * Opens the door of one event. Returns `scan()`, which takes text from a scanner, and `close()`. Returns null if the
 * service rejected the credential.
 */
export const openDoor = async (input: Input) => {
  const { main, storage, settings, eventId, sound } = input
  const savedPlace = () => {
    const { place } = settings.get()
    return place?.eventId === eventId ? place : null
  }
  const api = createDoorApi(input.credential, eventId, () => (door === null ? null : currentPlace().checkpointId))
  const manifest = createManifest(storage, eventId)
  const outbox = createOutbox(storage, eventId)
  let door: Door | null = (await manifest.load())?.door ?? null
  let summary = NOBODY
  const currentDoor = () => {
    if (door === null) throw new Error('no door is known yet')
    return door
  }
  const currentPlace = () => placeOf(currentDoor(), savedPlace()?.checkpointId ?? null)
  const timezone = () => door?.timezone ?? 'UTC'
  const now = () => connection.now()
  const practice = createPractice({
    eventId,
    place: currentPlace,
    now,
    isListKnown: () => (manifest.kept()?.syncedAt ?? null) !== null,
    onChange: (isOn) => {
      verdicts.close()
      screen.setPractice(isOn)
    },
  })

  const last = createLast(() => lastList.render(last.all()))
  const lastList = createLastList(timezone, now, (entry) => admissions.undo(entry))
  const conflicts = createConflictsSheet(timezone, now, (id) => void outbox.seen(id).then(refreshKeptCounts))
  const stage = createStage((text) => scan(text), words().camera.point)
  const verdicts = createVerdictScreen(() => stage.pause(false))
  const search = createSearchSheet({
    api,
    isUp: () => connection.isUp(),
    searchOffline: (text) => admissions.searchOffline(text),
    onChoice: (found) => admissions.propose(found),
  })
  const setPlace = () => {
    if (door === null) return
    const place = currentPlace()
    practice.check()
    screen.setPlace(place, { canChange: placesOf(door).length > 1, direction: settings.get().direction })
    screen.setSummary(summary, place)
  }
  const choosePlace = createPlaceSheet((checkpointId) => {
    settings.change({ place: { eventId, checkpointId }, direction: 'IN' })
    summary = { ...NOBODY, expected: 0 }
    setPlace()
    void connection.turn()
  })
  const openPlaces = () => {
    if (door !== null) choosePlace.open(placesOf(door), savedPlace() === null ? null : currentPlace())
  }
  const sheet = createSettingsSheet({
    settings,
    fixedGate: () => door?.pass?.gate ?? null,
    worker: () =>
      door?.pass
        ? words().door.passUntil(door.pass.label, timeAt(door.pass.expiresAt, timezone(), now()))
        : input.worker,
    onChange: () => {
      if (door !== null) screen.setDoor(door)
    },
    mayPractise: () => door !== null && !practice.isOn() && practice.mayStart(),
    onPractice: practice.start,
    onLeave: () => {
      close()
      input.onLeave()
    },
    leaveLabel: input.leaveLabel,
  })
  const screen = createDoorScreen({
    settings,
    stage: stage.view,
    lastList: lastList.beside,
    onSearch: search.open,
    onLast: lastList.open,
    onConflicts: conflicts.open,
    onPlace: openPlaces,
    onWay: (direction) => {
      settings.change({ direction })
      setPlace()
    },
    onMore: sheet.open,
    onEndPractice: practice.end,
    onTry: () => void connection.beat(),
  })

  const refreshKeptCounts = async () => {
    const [waiting, found] = [await outbox.waiting(), await outbox.conflicts()]
    // The scans split from one party scan have its id in `ofScan` and count as one.
    const count = new Set(waiting.map(({ id, ofScan }) => ofScan ?? id)).size
    screen.setWaiting(count)
    screen.setConflicts(found.length)
    conflicts.render(found)
    return count
  }

  const settle = (settled: Settled[]) => {
    for (const { scan: kept, checkin } of settled) {
      if (kept.ofScan === undefined) last.settle(kept.id, checkin)
      else if (checkin !== null) last.add({ ...entryOf(checkin), key: kept.id, of: kept.ofScan })
    }
    if (settled.some(({ conflict }) => conflict !== null)) sound.tell('stop')
    void refreshKeptCounts()
  }

  const setSummary = (next: Summary) => screen.setSummary((summary = next), currentPlace())

  let hasAskedForPlace = false
  /** Updates the door. Asks staff once which door this device is at, if there are several and none is saved. */
  const updateDoor = (read: Door) => {
    screen.setDoor((door = read))
    setPlace()
    if (hasAskedForPlace || placesOf(read).length < 2 || savedPlace() !== null) return
    hasAskedForPlace = true
    openPlaces()
  }

  const connection = createConnection({
    api,
    manifest,
    outbox,
    place: currentPlace,
    onState: (state, error) => {
      screen.setConnection(state)
      screen.setListKnown(manifest.kept()?.syncedAt !== null && manifest.kept() !== null)
      if (state === 'over') void end(troubleOf(error, input.credential.kind))
    },
    onDoor: updateDoor,
    onSummary: setSummary,
    onLive: (message) => {
      if (message.type === 'admitted' || message.type === 'left') admissions.hear(message)
      setSummary(counted(summary, message))
    },
    onSettled: settle,
  })

  const admissions = createAdmissions({
    api,
    door: currentDoor,
    place: currentPlace,
    inside: () => summary.inside,
    manifest,
    outbox,
    connection,
    practice,
    settings,
    last,
    show: (shown) => {
      sound.tell(shown.verdict.tone)
      verdicts.show(shown)
      stage.pause(!verdicts.letsOn() || !settings.get().admitsAtOnce)
    },
    onKept: () => void refreshKeptCounts(),
  })

  const scan = (text: string) => {
    if (door !== null) void admissions.scan(text)
  }

  const close = () => {
    practice.end()
    connection.end()
    stage.stop()
    verdicts.remove()
    for (const one of [lastList, conflicts, search, sheet, choosePlace]) one.remove()
  }

  const end = async (why: string) => {
    close()
    await manifest.forget()
    input.onOver(why, (await outbox.waiting()).length)
  }

  if (door !== null) {
    screen.setDoor(door)
    setPlace()
  }
  lastList.render([])
  show(main, screen.view)
  screen.setConnection('connecting')
  await refreshKeptCounts()
  await connection.beat()
  if (connection.state() === 'over') return null
  await stage.beginIfAllowed()
  return { scan, close }
}

export type OpenDoor = NonNullable<Awaited<ReturnType<typeof openDoor>>>
