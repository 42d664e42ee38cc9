const HUES = 8

/** The same calendar has the same colour on every page. */
export const hueOf = (slug: string) => {
  let sum = 0
  for (const letter of slug) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return sum % HUES
}
