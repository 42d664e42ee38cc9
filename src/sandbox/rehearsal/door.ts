import { iso, SECOND_MS, type Instant } from '../../kernel/time.ts'
import { listAt, textAt } from './json-fields.ts'
import type { RehearsalPlan } from './plan.ts'
import type { Stage } from './stage.ts'

/** Maximum number of scans per upload. */
const SCANS_PER_UPLOAD = 100
const SHOWN_AGAIN_AFTER_MS = 90 * SECOND_MS

/** The code of a guest who has a seat, or null. */
const codeOf = ({ control }: Stage, guestId: string) => {
  const [row] = control.books.rows<{ code: string }>(
    "select qr_code as code from guests where id = ? and status in ('CONFIRMED', 'CHECKED_IN')",
    guestId,
  )
  return row?.code ?? null
}

interface Upload {
  code: string
  guest: number
  at: Instant
}

const scan = async ({ call, facts, played, now }: Stage, { code, guest }: Omit<Upload, 'at'>) => {
  const answer = await call(`POST /v1/events/${facts.id}/checkins`, { qrCode: code })
  played.door.push({ at: now(), guest, code: answer.status === 200 ? null : textAt(answer.body, 'code') })
}

const upload = async ({ call, facts, played }: Stage, uploads: readonly Upload[]) => {
  for (let from = 0; from < uploads.length; from += SCANS_PER_UPLOAD) {
    const some = uploads.slice(from, from + SCANS_PER_UPLOAD)
    const answer = await call(`POST /v1/events/${facts.id}/checkins/batch`, {
      scans: some.map(({ code: qrCode, at }) => ({ qrCode, scannedAt: iso(at) })),
    })
    for (const [index, each] of listAt(answer.body, 'data', 'results').entries()) {
      const [result, code] = [textAt(each, 'result'), textAt(each, 'code')]
      const { at, guest } = some[index] as Upload
      played.door.push({ at, guest, code: result === 'ACCEPTED' ? null : (code ?? result) })
    }
  }
}

/** Scans the guests at the door. One scanner is offline for a while and uploads its scans afterwards. */
export const planDoor = (stage: Stage, { parties, offline }: RehearsalPlan) => {
  const { control, facts, played, seated, now, plan } = stage
  const uploads: Upload[] = []
  for (const { guests, arrivesAt, showsCodeTwice } of parties) {
    for (const [index, { number, email }] of guests.entries()) {
      const at = arrivesAt[index] ?? null
      if (at === null) continue
      const isOffline = at >= offline.from && at < offline.until && number % 2 === 0
      plan(at, async () => {
        const code = codeOf(stage, seated.get(email)?.id ?? '')
        if (code === null) return
        if (isOffline) {
          uploads.push({ code, guest: number, at })
          return
        }
        await scan(stage, { code, guest: number })
        if (showsCodeTwice) plan(now() + SHOWN_AGAIN_AFTER_MS, () => scan(stage, { code, guest: number }))
      })
    }
  }
  plan(offline.until, () => upload(stage, uploads))
  plan(facts.endAt, async () => {
    const [row] = control.books.rows<{ many: number }>(
      "select count(*) as many from guests where event_id = ? and status = 'CONFIRMED'",
      facts.id,
    )
    played.noShows = row?.many ?? 0
  })
}
