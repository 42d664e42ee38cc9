import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writePrivateFile } from '../../../scripts/start/data-dir.ts'
import { explainDiskError, requireSpace } from '../../../scripts/start/disk.ts'
import { StartError } from '../../../scripts/start/start-error.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'event-calendar-disk-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('requireSpace', () => {
  it('refuses a disk with too little free space and creates nothing', () => {
    const dataDir = join(dir, 'data', 'of', 'mine')
    expect(() => requireSpace(dataDir, Number.MAX_SAFE_INTEGER)).toThrow(
      /^the disk of DATA_DIR .*mine is almost full: \d+ MB of the required \d+ MB are free$/,
    )
    expect(readdirSync(dir)).toEqual([])
    expect(() => requireSpace(dataDir, 0)).not.toThrow()
  })
})

describe('explainDiskError', () => {
  const failed = (code: string) => Object.assign(new Error(`${code}: failed`), { code, path: '/data/x' })

  it.each([
    [failed('ENOSPC'), 'the disk of DATA_DIR /data is full'],
    [failed('EDQUOT'), 'the disk of DATA_DIR /data is full'],
    [new Error('D1_ERROR: database or disk is full: SQLITE_FULL'), 'the disk of DATA_DIR /data is full'],
    [failed('EACCES'), 'cannot write to /data/x (EACCES)'],
    [failed('EROFS'), 'cannot write to /data/x (EROFS)'],
  ])('turns %s into one sentence', (error, sentence) => {
    const explained = explainDiskError(error, '/data')
    expect(explained).toBeInstanceOf(StartError)
    expect((explained as Error).message).toBe(sentence)
  })

  it('keeps all other errors', () => {
    const error = new Error('no such table: guests')
    expect(explainDiskError(error, dir)).toBe(error)
  })
})

describe('writePrivateFile', () => {
  it('leaves no temporary file behind when the write fails', () => {
    mkdirSync(join(dir, 'demo.json'))
    writeFileSync(join(dir, 'demo.json', 'in the way'), '')
    expect(() => writePrivateFile(join(dir, 'demo.json'), '{}')).toThrow('demo.json')
    expect(readdirSync(dir)).toEqual(['demo.json'])
  })
})
