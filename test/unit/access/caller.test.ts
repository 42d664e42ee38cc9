import { expect, it } from 'vitest'
import { callerOf } from '../../../src/access/caller.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['everyone', 'everyone'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('callerOf(%j) returns %j', (address, caller) => {
  expect(callerOf(address)).toBe(caller)
})

it('callerOf returns different callers for two IPv6 /64 networks', () => {
  expect(callerOf('2001:db8:1:3::1')).not.toBe(callerOf('2001:db8:1:2::1'))
})
