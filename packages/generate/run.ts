import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentsOf } from '../../scripts/web/build-web.ts'
import { modelOf, type FoldedDocument } from './model.ts'
import { pythonClient, pythonTypes } from './python.ts'
import { clientFile, typesFile } from './typescript.ts'

/** Writes the generated part of both SDKs from the folded OpenAPI document. */
export const generateSdks = async (root: string) => {
  const model = modelOf(JSON.parse((await documentsOf(root)).folded.text) as FoldedDocument)
  const typescript = 'packages/sdk-typescript/src/generated'
  const python = 'packages/sdk-python/src/event_calendar/_generated'
  const files = {
    [`${typescript}/types.ts`]: typesFile(model),
    [`${typescript}/client.ts`]: clientFile(model),
    [`${python}/__init__.py`]: '',
    [`${python}/types.py`]: pythonTypes(model),
    [`${python}/client.py`]: pythonClient(model),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
