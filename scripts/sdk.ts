import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { breaksBetween } from '../packages/generate/breaks.ts'
import { buildCli } from '../packages/generate/build-cli.ts'
import { buildTypescript } from '../packages/generate/build-typescript.ts'
import { buildWheel } from '../packages/generate/build-wheel.ts'
import type { FoldedDocument } from '../packages/generate/model.ts'
import { generateSdks } from '../packages/generate/run.ts'
import { readArguments } from './arguments.ts'
import { documentsOf } from './web/build-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm run sdk [-- --compare FILE]

Generates the SDKs from the OpenAPI document and writes the packages into dist/sdk: tarballs of the TypeScript SDK and of
the command line for npm, and a wheel for pip.

  --compare FILE  Builds nothing. Lists the changes since an earlier document that need a major version, and fails if
                  there are any. Save the document of the running service before you deploy:
                  curl -s https://calendar.example/api/v1/openapi.sdk.json -o before.json
`

const compare = async (file: string) => {
  const before = JSON.parse(readFileSync(file, 'utf8')) as FoldedDocument
  const { folded } = await documentsOf(ROOT)
  const breaks = breaksBetween(before, JSON.parse(folded.text) as FoldedDocument)
  for (const line of breaks) console.log(line)
  console.log(
    breaks.length === 0 ? 'No change needs a major version.' : `${breaks.length} changes need a major version.`,
  )
  process.exitCode = breaks.length === 0 ? 0 : 1
}

const build = async () => {
  await generateSdks(ROOT)
  const { path, kilobytes } = await buildTypescript(ROOT, `${ROOT}/dist/sdk`)
  console.log(`${path}  ${kilobytes.toFixed(1)} KB gzipped`)
  console.log(buildWheel(ROOT, `${ROOT}/dist/sdk`))
  console.log(await buildCli(ROOT, `${ROOT}/dist/sdk`))
}

const { values } = readArguments({ name: 'npm run sdk', help: HELP, options: { compare: { type: 'string' } } })
await (values.compare === undefined ? build() : compare(values.compare))
