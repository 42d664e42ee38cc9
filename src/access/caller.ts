const GROUPS = 8
const GROUPS_OF_A_NETWORK = 4
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))

/**
 * Returns the key by which rate limits count a caller. IPv6 callers are counted by their /64, because one host controls
 * all of it. IPv4-mapped IPv6 addresses (`::ffff:192.0.2.1`) are unwrapped.
 */
export const callerOf = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [text = ''] = address.toLowerCase().replaceAll(/[[\]]/g, '').split('%')
  const [head = '', tail] = text.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  const network = all.slice(0, GROUPS_OF_A_NETWORK).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
