import { bundleWorker } from './bundle-worker.ts'

/** Bundles the identity Worker. */
export const buildIdentity = (root: string, outfile: string, minify: boolean) =>
  bundleWorker(root, 'src/identity/worker.ts', outfile, { minify })
