import { randomId, type NewId } from '../kernel/ids.ts'
import type { Books } from './books.ts'

const ID_LETTERS = 22
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const ROW = 'ids'

export interface SandboxIds {
  newId: NewId
  /** Stores how far the seed was used. Belongs in the transaction that stores the ids. */
  keep(): void
}

/**
 * Row ids from a seed (xorshift). They are only names: secrets come from the machine. An object that wakes goes on where
 * it was. Ids that begin again would repeat causes of emails, and an email is sent once per cause.
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
      // The code of a guest opens doors. Each request has an id, also those that only read.
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
