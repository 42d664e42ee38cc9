import { describe, expect, it } from 'vitest'
import { createVault } from '../../../src/kernel/vault.ts'

const [FIRST, SECOND] = [btoa('0123456789abcdef0123456789abcdef'), btoa('another key, 32 bytes long, yes!')]

describe('createVault', () => {
  it('seals with the first named key and opens older secrets until their key is removed', async () => {
    const before = createVault(FIRST)
    const sealed = await before.seal('a secret')
    expect(sealed.split('.')).toHaveLength(2)
    const after = createVault(`k2:${SECOND} ${FIRST}`, FIRST)
    expect(await after.open(sealed)).toBe('a secret')
    const anew = await after.seal('a secret')
    expect(anew).toMatch(/^k2\./)
    expect(await after.open(anew)).toBe('a secret')
    const withoutFirst = createVault(`k2:${SECOND}`, FIRST)
    expect(await withoutFirst.open(anew)).toBe('a secret')
    await expect(withoutFirst.open(sealed)).rejects.toThrow('the key is no longer set')
    await expect(before.open(anew)).rejects.toThrow(/'k2'.*no longer set/)
  })

  it('derives the same values after the sealing key is rotated', async () => {
    const derived = await createVault(FIRST).derive('manage', 'gst_1')
    expect(await createVault(`k2:${SECOND} ${FIRST}`, FIRST).derive('manage', 'gst_1')).toBe(derived)
    expect(await createVault(`k3:${SECOND}`, FIRST).derive('manage', 'gst_1')).toBe(derived)
    expect(await createVault(SECOND).derive('manage', 'gst_1')).not.toBe(derived)
  })

  it('derives one link key per calendar, which differs from the service’s own key', async () => {
    const vault = createVault(FIRST)
    const derive = async (calendarId: string) => (await vault.linkKeyOf(calendarId, null)).derive('manage', 'gst_1')
    const derived = await derive('cal_1')
    expect(await derive('cal_1')).toBe(derived)
    expect(new Set([derived, await derive('cal_2'), await vault.derive('manage', 'gst_1')]).size).toBe(3)
  })

  it('derives from the link key in the cipher, so that two services with other keys derive the same', async () => {
    const [one, other] = [createVault(FIRST), createVault(SECOND)]
    const key = btoa('a link key that came from abroad')
    const derived = await (await one.linkKeyOf('cal_1', await one.seal(key))).derive('manage', 'gst_1')
    expect(await (await other.linkKeyOf('cal_1', await other.seal(key))).derive('manage', 'gst_1')).toBe(derived)
    expect(await (await one.linkKeyOf('cal_1', null)).derive('manage', 'gst_1')).not.toBe(derived)
  })
})
