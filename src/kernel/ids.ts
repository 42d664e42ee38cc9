/** The digits and letters of base62. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'cal'
  | 'evt'
  | 'ser'
  | 'pty'
  | 'tkt'
  | 'gst'
  | 'chk'
  | 'cpt'
  | 'ord'
  | 'rfd'
  | 'cpn'
  | 'tax'
  | 'add'
  | 'dps'
  | 'key'
  | 'gnt'
  | 'whk'
  | 'del'
  | 'rcv'
  | 'ann'
  | 'rem'
  | 'sex'
  | 'run'
  | 'usr'
  | 'qr'
  | 'qst'
  | 'img'
  | 'inv'
  | 'mail'
  | 'ver'
  | 'ltr'
  | 'req'
  | 'mov'
  | 'arc'
  | 'imp'
  | 'res'
  | 'acc'
  | 'sis'
  | 'sic'
  | 'pac'
  | 'bka'
  | 'doc'
  | 'bln'
  | 'pof'

export type NewId = (prefix: IdPrefix) => string

export const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/**
 * Returns uniformly distributed base62 text. Discards bytes ≥ 248, because 256 is not a multiple of 62 and `% 62` would
 * favour the first letters.
 */
export const randomBase62 = (length: number) => {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length + 8))) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

/**
 * Returns an id with about 130 random bits (22 base62 letters). It cannot be guessed and does not reveal when it was
 * created.
 */
export const randomId: NewId = (prefix) => `${prefix}_${randomBase62(22)}`

export const base62Of = (value: number, length: number) => {
  let rest = value
  let text = ''
  for (let digit = 0; digit < length; digit += 1) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
