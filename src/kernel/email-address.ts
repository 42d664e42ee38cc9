const IS_ASCII = /^[\x20-\x7e]*$/
const IS_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Converts the domain of an address to ASCII as browsers convert the host of a URL: `straße.de` becomes
 * `xn--strae-oqa.de`. In IDNA 2003 `ß` became `ss`, and `strasse.de` may have another owner.
 */
export const withAsciiDomain = (address: string) => {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  if (IS_ASCII.test(domain) || !IS_DOMAIN.test(domain)) return address
  const url = URL.parse(`http://${domain}`)
  return url === null ? address : address.slice(0, start) + url.hostname
}
