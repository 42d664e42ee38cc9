/** The last file of a backup. It names the others, so an archive without it is incomplete. */
export const MANIFEST = 'manifest.json'

export interface Manifest {
  format: 1
  /** Version of the service that made the backup. */
  version: string
  at: string
  files: { path: string; bytes: number; sha256: string }[]
}
