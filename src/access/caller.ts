const GROUPS = 8
const GROUPS_OF_A_NETWORK = 4
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))

/**
 * Who an address stands for. Behind one IPv6 address stand as many as its /64 holds, and whoever has one has them all:
 * they are one caller. An IPv4 address in the clothes of IPv6 is itself.
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
