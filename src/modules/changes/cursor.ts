import { base64url, equalInConstantTime, fromBase64, utf8 } from '../../kernel/crypto.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import type { Vault } from '../../kernel/vault.ts'

/** A place in the feed of one calendar, in one life of the database. */
export interface Position {
  epoch: string
  calendarId: string
  seq: number
}

type Of = 'feed' | 'history'

const sealed = (vault: Vault, of: Of, text: string) => vault.derive(`cursor of the ${of}`, text)

/** Says nothing to whoever holds it, and only this service can write one. */
export const writeCursor = async (vault: Vault, of: Of, { epoch, calendarId, seq }: Position) => {
  const text = base64url(utf8(JSON.stringify([epoch, calendarId, seq])))
  return `${text}.${await sealed(vault, of, text)}`
}

export const readCursor = async (vault: Vault, of: Of, cursor: string): Promise<Position> => {
  const [text = '', seal = ''] = cursor.split('.')
  if (!equalInConstantTime(seal, await sealed(vault, of, text)))
    throw invalid('cursor', "isn't a cursor issued by this service")
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  const [epoch, calendarId, seq] = JSON.parse(new TextDecoder().decode(bytes)) as [string, string, number]
  return { epoch, calendarId, seq }
}

/** What is true of the whole feed when a page is read. */
export interface Feed {
  epoch: string
  droppedThrough: number
  head: number
}

/** Whether rows that the cursor has not seen may be missing, or it means rows of another database. */
export const isExpired = ({ epoch, calendarId, seq }: Position, feed: Feed, ofCalendar: string) =>
  epoch !== feed.epoch || calendarId !== ofCalendar || seq < feed.droppedThrough || seq > feed.head

export const cursorExpired = () =>
  refusal('cursor_expired', {
    says: 'This cursor has expired or belongs to another calendar. 1. Get a new cursor from GET /v1/changes?cursor=now. 2. Read the lists again and replace your data. 3. Follow the feed from the new cursor.',
  })
