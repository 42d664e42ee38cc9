import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, statSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'

/** Level 10 makes the archive a tenth smaller than level 3 and takes some seconds more. */
const LEVEL = 10

/** Writes `<dir>.tar.zst` and `<dir>.tar.zst.sha256`, in the format that `sha256sum --check` reads. */
export const archivePackage = (dir: string): { path: string; bytes: number } => {
  const [tar, path] = [`${dir}.tar`, `${dir}.tar.zst`]
  execFileSync('tar', ['--owner=0', '--group=0', '--numeric-owner', '-cf', tar, '-C', dirname(dir), basename(dir)])
  const compressed = zstdCompressSync(readFileSync(tar), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  rmSync(tar)
  writeFileSync(path, compressed)
  const hash = createHash('sha256').update(compressed).digest('hex')
  writeFileSync(`${path}.sha256`, `${hash}  ${basename(path)}\n`)
  return { path, bytes: statSync(path).size }
}
