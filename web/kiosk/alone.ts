import { hashOf } from './codes.ts'
import { decideAlone } from './decide.ts'
import type { Last, LastAdmitted } from './last.ts'
import type { Manifest } from './manifest.ts'
import type { KeptScan, Outbox } from './outbox.ts'
import { forAll, othersByList, takesParties } from './party.ts'
import { aboutToAdmit, type Here, type Shown, type Verdict } from './verdict.ts'
import type { Found, ManifestEntry, Scan } from './wire.ts'
import { words } from './words.ts'

interface Ports {
  eventId: () => string
  manifest: Manifest
  outbox: Outbox
  last: LastAdmitted
  admitsAtOnce: () => boolean
  /** Where and when; so many more are in than the service has counted. */
  here: (more: number) => Here
  scanOf: (named: { qrCode: string } | { guestId: string }) => Scan
  inTurn: (work: () => Promise<void>) => Promise<void>
  show: (shown: Shown) => void
  undo: (entry: Last) => void
  onKept: () => void
}

/** What has been decided of a code before the service fell silent. */
export type Decided = 'nothing' | 'one' | 'all'

/** What is said of a guest who goes this way. */
const saidOf = ({ direction }: Here) => {
  const said = words().verdict
  return direction === 'OUT'
    ? { done: said.letOut, ask: said.askOut, anyway: said.letOutAnyway }
    : { done: said.letIn, ask: said.askIn, anyway: said.letInAnyway }
}

/** Admissions while the service does not answer: what it decides is kept here, and good until the service answers again. */
export const createLoneAdmissions = (ports: Ports) => {
  const { manifest, outbox, last, inTurn, show } = ports

  /** `more`: who else of the party may come in by another word, as hashes of their codes; `ofParty`: what was said of it. */
  const keep = async (
    scan: Scan & Pick<KeptScan, 'others' | 'isForOthersAlone'>,
    verdict: Verdict,
    { shownAs, more = [], ofParty = [] }: { shownAs: string; more?: string[]; ofParty?: string[] },
  ) => {
    const kept: KeptScan = { ...scan, id: crypto.randomUUID(), eventId: ports.eventId(), shownAs }
    await outbox.keep(kept)
    const at = Date.parse(scan.scannedAt)
    const entry = { key: kept.id, id: kept.id, isKeptHere: true, shownAs, ticket: verdict.ticket, at }
    last.add(entry)
    ports.onKept()
    const undo = () => ports.undo(entry)
    const bringIn = () =>
      inTurn(async () => {
        // A scan of its own: what was kept before may be on its way already.
        await outbox.keep({ ...kept, id: crypto.randomUUID(), ofScan: kept.id, others: more, isForOthersAlone: true })
        ports.onKept()
        show({ verdict: together(verdict, more.length + 1, ofParty), admit: null, admitAll: null, undo })
      })
    show({ verdict, admit: null, admitAll: forAll(more.length, 'settled', () => void bringIn()), undo })
  }

  /** Once they are in, what was said of the party is over. */
  const together = (verdict: Verdict, count: number, ofParty: string[]): Verdict => ({
    ...verdict,
    tone: 'good',
    title: words().party.letIn(count),
    ticket: null,
    lines: verdict.lines.filter((line) => !ofParty.includes(line)),
  })

  const knownBy = async (entry: ManifestEntry | undefined, codeHash: string, { place }: Here) => ({
    entry,
    seenHere: await outbox.seenHere(codeHash, place.checkpointId),
    syncedAt: manifest.kept()?.syncedAt ?? null,
  })

  const othersIn = async (entry: ManifestEntry | undefined, here: Here) => {
    if (!entry?.party || !takesParties(here)) return []
    const party = await manifest.ofParty(entry.party)
    const others = party.filter(({ codeHash }) => codeHash !== entry.codeHash)
    return Promise.all(others.map((other) => knownBy(other, other.codeHash, here)))
  }

  /** Whoever is not on the list may be let in all the same: somebody stands there and decides. */
  const offList = (code: string, verdict: Verdict, here: Here) => {
    const said = saidOf(here)
    const anyway: Verdict = { ...verdict, tone: 'good', title: said.done, lines: [words().verdict.decidedLater] }
    const act = () =>
      void inTurn(() => keep(ports.scanOf({ qrCode: code }), anyway, { shownAs: words().verdict.guest }))
    show({ verdict, admit: { label: said.anyway, act }, admitAll: null, undo: null })
  }

  return {
    /** By the list of codes. */
    decide: async (code: string, decided: Decided) => {
      const entry = await manifest.find(code)
      const around = ports.here(await outbox.change(ports.here(0).place.checkpointId))
      const { isAdmitted, verdict } = decideAlone(await knownBy(entry, await hashOf(code), around), around)
      if (entry === undefined) return offList(code, verdict, around)
      const others = await othersIn(entry, around)
      const isAtOnce = decided !== 'nothing' || ports.admitsAtOnce()
      const { hashes, lines } = othersByList(others, around, !isAdmitted || isAtOnce)
      const told: Verdict = { ...verdict, lines: [...lines, ...verdict.lines] }
      const shownAs = verdict.ticket ?? words().verdict.guest
      const letIn = () => keep(ports.scanOf({ qrCode: code }), told, { shownAs, more: hashes, ofParty: lines })
      const letAllIn = (isForOthersAlone: boolean) => {
        const scan = {
          ...ports.scanOf({ qrCode: code }),
          others: hashes,
          ...(isForOthersAlone && { isForOthersAlone }),
        }
        return keep(scan, together(told, hashes.length + (isForOthersAlone ? 0 : 1), lines), { shownAs })
      }
      if (!isAdmitted) {
        // Whoever is in already may bring in the others; who may not come in brings in nobody.
        const brings = verdict.tone === 'again' ? hashes.length : 0
        if (decided === 'all' && brings > 0) return letAllIn(true)
        const admitAll = forAll(brings, 'settled', () => void inTurn(() => letAllIn(true)))
        return show({ verdict: told, admit: null, admitAll, undo: null })
      }
      if (decided === 'all') return letAllIn(false)
      if (isAtOnce) return letIn()
      return show({
        verdict: { ...told, tone: 'ask', title: saidOf(around).ask },
        admit: { label: saidOf(around).done, act: () => void inTurn(letIn) },
        admitAll: forAll(hashes.length, 'asked', () => void inTurn(() => letAllIn(false))),
        undo: null,
      })
    },
    /** A guest found by name has no code here: their name is all the list that there is. */
    keepByName: (found: Found) => {
      const around = ports.here(0)
      const verdict: Verdict = {
        ...aboutToAdmit(found, around),
        isProvisional: true,
        tone: 'good',
        title: saidOf(around).done,
      }
      return keep(ports.scanOf({ guestId: found.guestId }), verdict, { shownAs: found.name })
    },
  }
}
