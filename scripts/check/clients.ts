import { generateSdks } from '../../packages/generate/run.ts'

/** Writes the generated files of both SDKs, which the repository does not contain and types, lint and dead code read. */
await generateSdks(process.cwd())
