/** The `authserv-id` of the server that authenticates emails before they arrive here. */
export const CHECKED_BY = 'mx.cloudflare.net'

/**
 * Splits an `Authentication-Results` header (RFC 8601) into parts and words. Drops comments and keeps quoted strings
 * quoted, so that no text from the sender can look like a result. Returns null if a comment or quote is not closed.
 */
const partsOf = (line: string): string[][] | null => {
  const parts: string[][] = [[]]
  let word = ''
  let comments = 0
  let isQuoted = false
  const endWord = () => {
    if (word !== '') parts.at(-1)?.push(word)
    word = ''
  }
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index] ?? ''
    if (letter === '\\' && (isQuoted || comments > 0)) {
      if (isQuoted) word += line.slice(index, index + 2)
      index += 1
    } else if (isQuoted) {
      word += letter
      if (letter === '"') isQuoted = false
    } else if (letter === '(') comments += 1
    else if (letter === ')') comments -= 1
    else if (comments > 0) continue
    else if (letter === '"') {
      word += letter
      isQuoted = true
    } else if (letter === ';') {
      endWord()
      parts.push([])
    } else if (/\s/.test(letter)) endWord()
    else word += letter
    if (comments < 0) return null
  }
  endWord()
  return isQuoted || comments > 0 ? null : parts
}

const has = (words: readonly string[], property: string, domain: string) =>
  words.some((word) => word.toLowerCase() === `${property}=${domain}`)

/**
 * Whether DMARC or DKIM passed for exactly the domain of the address. Only the topmost header counts, because the
 * platform added it. Any other headers came with the email, so the sender may have forged them.
 */
export const isFromWhomItSays = (authenticationResults: readonly string[], address: string) => {
  const [own] = authenticationResults
  const parts = own === undefined ? null : partsOf(own)
  if (parts === null) return false
  const [by = [], ...found] = parts
  if (by[0]?.toLowerCase() !== CHECKED_BY) return false
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return found.some(([result = '', ...words]) => {
    if (result.toLowerCase() === 'dmarc=pass') return has(words, 'header.from', domain)
    return result.toLowerCase() === 'dkim=pass' && has(words, 'header.d', domain)
  })
}
