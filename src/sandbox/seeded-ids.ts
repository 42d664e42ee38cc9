import { randomId, type NewId } from '../kernel/ids.ts'
import type { Books } from './books.ts'

const ID_LETTERS = 22
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const ROW = 'ids'

export interface SandboxIds {
  newId: NewId
  /** Stores the position in the sequence. Must run in the transaction that stores the ids. */
  keep(): void
}

/**
 * Generates row ids from a seed (xorshift). Ids aren't secrets, which are always random. A woken object continues the
 * sequence. If it restarted, causes of emails would repeat, and an email is sent only once per cause.
 */
const idsFrom = (books: Books, seed: number): SandboxIds => {
  let kept = books.read<number>(ROW)
  let state = kept ?? (seed >>> 0 || 1)
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  return {
    newId: (prefix) =>
      // QR codes admit guests, so they are random. So are request ids, because even reads need one.
      prefix === 'qr' || prefix === 'req'
        ? randomId(prefix)
        : `${prefix}_${Array.from({ length: ID_LETTERS }, () => ALPHABET[next() % ALPHABET.length]).join('')}`,
    keep: () => {
      if (state === kept) return
      books.keep(ROW, state)
      kept = state
    },
  }
}

export const sandboxIds = (books: Books, seed: number | null): SandboxIds =>
  seed === null ? { newId: randomId, keep: () => undefined } : idsFrom(books, seed)
