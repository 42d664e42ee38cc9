import { groupShortCode, parseShortCode } from '../../src/kernel/short-code.ts'
import { hashOf } from './codes.ts'
import { decideAlone, isInNow } from './decide.ts'
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
  outbox: Pick<Outbox, 'keep' | 'seenHere' | 'change'>
  last: Pick<LastAdmitted, 'add'>
  admitsAtOnce: () => boolean
  /** The door and time for a decision. `more` is added to the service's count of guests inside. */
  here: (more: number) => Here
  scanOf: (named: { qrCode: string } | { guestId: string }) => Scan
  inTurn: (work: () => Promise<void>) => Promise<void>
  show: (shown: Shown) => void
  undo: (entry: Last) => void
  onKept: () => void
}

/** Maximum number of guests shown for a search by name, as in the service. */
const MAX_FOUND = 20

/** The choice that staff made for a code before the connection failed. */
export type Decided = 'nothing' | 'one' | 'all'

const labelsFor = ({ direction }: Here) => {
  const said = words().verdict
  return direction === 'OUT'
    ? { done: said.letOut, ask: said.askOut, act: said.admitOut, anyway: said.letOutAnyway }
    : { done: said.letIn, ask: said.askIn, act: said.admit, anyway: said.letInAnyway }
}

/** Decides admissions offline. Scans go to the outbox and stay provisional until the service accepts them. */
export const createLoneAdmissions = (ports: Ports) => {
  const { manifest, outbox, last, inTurn, show } = ports

  /**
   * `more` holds the code hashes of party members who can be admitted in a second step. `ofParty` holds the lines of
   * the verdict that are about the party.
   */
  const keep = async (
    scan: Scan & Pick<KeptScan, 'codeHash' | 'others' | 'isForOthersAlone'>,
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
        // A separate scan, because `kept` may already be uploading.
        await outbox.keep({ ...kept, id: crypto.randomUUID(), ofScan: kept.id, others: more, isForOthersAlone: true })
        ports.onKept()
        show({ verdict: together(verdict, more.length + 1, ofParty), admit: null, admitAll: null, undo })
      })
    show({ verdict, admit: null, admitAll: forAll(more.length, 'settled', () => void bringIn()), undo })
  }

  /** Returns the verdict without the `ofParty` lines, which are outdated once the whole party is in. */
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

  /** Lets staff admit a guest whose code isn't in the manifest. The service decides when the scan is uploaded. */
  const offList = (code: string, verdict: Verdict, here: Here) => {
    const said = labelsFor(here)
    const anyway: Verdict = { ...verdict, tone: 'good', title: said.done, lines: [words().verdict.decidedLater] }
    const act = () =>
      void inTurn(() => keep(ports.scanOf({ qrCode: code }), anyway, { shownAs: words().verdict.guest }))
    show({ verdict, admit: { label: said.anyway, act }, admitAll: null, undo: null })
  }

  /** Turns entries of the manifest into search results called `name`, because the manifest has no names. */
  const foundIn = (entries: readonly ManifestEntry[], name: string): Promise<Found[]> => {
    const context = ports.here(0)
    const found = entries.flatMap(({ guestId, ...entry }) => (guestId === undefined ? [] : { guestId, entry }))
    return Promise.all(
      found.slice(0, MAX_FOUND).map(async ({ guestId, entry }) => ({
        guestId,
        name: `“${name}”`,
        status: entry.status,
        ticketId: entry.ticketId ?? null,
        ticketName: entry.ticketName,
        alreadyCheckedIn: isInNow(entry, await knownBy(entry, entry.codeHash, context), context),
        direction: null,
        checkedInAt: null,
        checkedInByLabel: null,
        gate: null,
        answers: [],
      })),
    )
  }

  const findByShortCode = async (shortCode: string) => {
    const entries = await manifest.findByShortCode(shortCode)
    return entries === null ? null : foundIn(entries, groupShortCode(shortCode))
  }

  return {
    decide: async (code: string, decided: Decided) => {
      const entry = await manifest.find(code)
      const context = ports.here(await outbox.change(ports.here(0).place.checkpointId))
      const { isAdmitted, verdict } = decideAlone(await knownBy(entry, await hashOf(code), context), context)
      if (entry === undefined) return offList(code, verdict, context)
      const others = await othersIn(entry, context)
      const isAtOnce = decided !== 'nothing' || ports.admitsAtOnce()
      const { hashes, lines } = othersByList(others, context, !isAdmitted || isAtOnce)
      const withParty: Verdict = { ...verdict, lines: [...lines, ...verdict.lines] }
      const shownAs = verdict.ticket ?? words().verdict.guest
      const letIn = () => keep(ports.scanOf({ qrCode: code }), withParty, { shownAs, more: hashes, ofParty: lines })
      const letAllIn = (isForOthersAlone: boolean) => {
        const scan = {
          ...ports.scanOf({ qrCode: code }),
          others: hashes,
          ...(isForOthersAlone && { isForOthersAlone }),
        }
        return keep(scan, together(withParty, hashes.length + (isForOthersAlone ? 0 : 1), lines), { shownAs })
      }
      if (!isAdmitted) {
        // If the scanned guest is not admitted, the rest of the party can be admitted only if that guest is already in.
        // A refused guest can't bring anyone in.
        const brings = verdict.tone === 'again' ? hashes.length : 0
        if (decided === 'all' && brings > 0) return letAllIn(true)
        const admitAll = forAll(brings, 'settled', () => void inTurn(() => letAllIn(true)))
        return show({ verdict: withParty, admit: null, admitAll, undo: null })
      }
      if (decided === 'all') return letAllIn(false)
      if (isAtOnce) return letIn()
      return show({
        verdict: { ...withParty, tone: 'ask', title: labelsFor(context).ask },
        admit: { label: labelsFor(context).act, act: () => void inTurn(letIn) },
        admitAll: forAll(hashes.length, 'asked', () => void inTurn(() => letAllIn(false))),
        undo: null,
      })
    },
    /** Finds the guest of a short code in the manifest. Returns null if this device has no short codes. */
    findByShortCode,
    /**
     * Finds guests by short code or name in the manifest. Each result has the text that staff typed as its name.
     * Returns null if this device has neither.
     */
    search: async (text: string): Promise<Found[] | null> => {
      const shortCode = parseShortCode(text)
      const [byCode, byName] = await Promise.all([
        shortCode === null ? [] : findByShortCode(shortCode),
        manifest.findByName(text),
      ])
      return byCode === null || byName === null ? null : [...byCode, ...(await foundIn(byName, text))]
    },
    /** Admits a guest whom staff found by name or short code, unless the manifest or a scan on this device refuses them by now. */
    keepByName: async (found: Found) => {
      const entry = await manifest.ofGuest(found.guestId)
      const context = ports.here(await outbox.change(ports.here(0).place.checkpointId))
      const decided = entry === undefined ? null : decideAlone(await knownBy(entry, entry.codeHash, context), context)
      if (decided?.isAdmitted === false) {
        const refused = { ...decided.verdict, name: found.name }
        return show({ verdict: refused, admit: null, admitAll: null, undo: null })
      }
      const verdict: Verdict = {
        ...aboutToAdmit(found, context),
        isProvisional: true,
        tone: 'good',
        title: labelsFor(context).done,
      }
      const scan = { ...ports.scanOf({ guestId: found.guestId }), ...(entry && { codeHash: entry.codeHash }) }
      return keep(scan, verdict, { shownAs: found.name })
    },
  }
}
