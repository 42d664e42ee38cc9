import { withAsciiDomain } from '../kernel/email-address.ts'

const MAX_LENGTH = 254
const FORM = /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/

/** Returns the address in the form in which the service stores addresses, or null if it isn't one. */
export const storedAddressOf = (text: string): string | null => {
  const address = withAsciiDomain(text.trim().toLowerCase())
  return address.length <= MAX_LENGTH && FORM.test(address) && !/^\.|\.\.|\.@/.test(address) ? address : null
}

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
