import { fileURLToPath } from 'node:url'
import { buildTypescript } from '../packages/generate/build-typescript.ts'
import { buildWheel } from '../packages/generate/build-wheel.ts'
import { generateSdks } from '../packages/generate/run.ts'
import { readArguments } from './arguments.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm run sdk

Generates the SDKs from the OpenAPI document and writes both packages into dist/sdk: a tarball for npm and a wheel for
pip.
`

readArguments({ name: 'npm run sdk', help: HELP, options: {} })
await generateSdks(ROOT)
const { path, kilobytes } = await buildTypescript(ROOT, `${ROOT}/dist/sdk`)
console.log(`${path}  ${kilobytes.toFixed(1)} KB gzipped`)
console.log(buildWheel(ROOT, `${ROOT}/dist/sdk`))
