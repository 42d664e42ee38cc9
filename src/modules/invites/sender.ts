/** Who checks mail before it comes here, by the name under which it writes down what it found. */
export const CHECKED_BY = 'mx.cloudflare.net'

/**
 * The parts of a line of results (RFC 8601), each in its words: comments left out, and what stands in quotation marks kept
 * in them, so that nothing that a sender chose can look like a result. Null for a line that does not end what it begins.
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
 * Whether a mail is from whom it says: by what the platform itself found, which stands on top; whatever is below came with
 * the mail, and anybody could have written it. What was found must be about the very domain of the address.
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
