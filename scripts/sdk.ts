import { fileURLToPath } from 'node:url'
import { buildCli } from '../packages/generate/build-cli.ts'
import { buildTypescript } from '../packages/generate/build-typescript.ts'
import { buildWheel } from '../packages/generate/build-wheel.ts'
import { generateSdks } from '../packages/generate/run.ts'
import { readArguments } from './arguments.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm run sdk

Generates the SDKs from the OpenAPI document and writes the packages into dist/sdk: tarballs of the TypeScript SDK and of
the command line for npm, and a wheel for pip.
`

readArguments({ name: 'npm run sdk', help: HELP, options: {} })
await generateSdks(ROOT)
const { path, kilobytes } = await buildTypescript(ROOT, `${ROOT}/dist/sdk`)
console.log(`${path}  ${kilobytes.toFixed(1)} KB gzipped`)
console.log(buildWheel(ROOT, `${ROOT}/dist/sdk`))
console.log(await buildCli(ROOT, `${ROOT}/dist/sdk`))
