import { base64url, equalInConstantTime, fromBase64, utf8 } from '../../kernel/crypto.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import type { Vault } from '../../kernel/vault.ts'

/** A position in the feed of one calendar. A different `epoch` means that the database has been replaced. */
export interface Position {
  epoch: string
  calendarId: string
  seq: number
}

type CursorKind = 'feed' | 'history'

const sealed = (vault: Vault, of: CursorKind, text: string) => vault.derive(`cursor of the ${of}`, text)

/**
 * Only this service can create a cursor, because `sealed` signs it. Clients should treat it as opaque, but it is only
 * base64url-encoded, not encrypted.
 */
export const writeCursor = async (vault: Vault, of: CursorKind, { epoch, calendarId, seq }: Position) => {
  const text = base64url(utf8(JSON.stringify([epoch, calendarId, seq])))
  return `${text}.${await sealed(vault, of, text)}`
}

const notIssued = () => invalid('cursor', 'isn’t a cursor issued by this service')

const positionIn = (text: string): unknown => {
  try {
    const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw notIssued()
  }
}

interface ReadCursor extends Position {
  /** True if another installation may have issued the cursor. */
  isForeign: boolean
}

export const readCursor = async (vault: Vault, of: CursorKind, cursor: string): Promise<ReadCursor> => {
  const [text = '', seal = ''] = cursor.split('.')
  const isForeign = !equalInConstantTime(seal, await sealed(vault, of, text))
  const position = positionIn(text)
  if (!Array.isArray(position)) throw notIssued()
  const [epoch, calendarId, seq] = position as unknown[]
  return { epoch: String(epoch), calendarId: String(calendarId), seq: Number(seq), isForeign }
}

/** State of the whole feed at the time of the read. */
export interface Feed {
  epoch: string
  droppedThrough: number
  head: number
}

/**
 * True if rows after the cursor may have been deleted, or if it belongs to another calendar or `epoch`. Clients of a
 * calendar that was restored here have cursors issued by its source. A forger would use this service's epoch.
 */
export const isExpired = ({ epoch, calendarId, seq, isForeign }: ReadCursor, feed: Feed, ofCalendar: string) => {
  if (isForeign && epoch === feed.epoch) throw notIssued()
  return epoch !== feed.epoch || calendarId !== ofCalendar || seq < feed.droppedThrough || seq > feed.head
}

export const cursorExpired = () =>
  refusal('cursor_expired', {
    says: 'This cursor has expired or belongs to another calendar. 1. Get a new cursor from GET /v1/changes?cursor=now. 2. Read the lists again and replace your data. 3. Follow the feed from the new cursor.',
  })
