import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fold } from '../../scripts/openapi/fold.ts'
import { documentsOf } from '../../scripts/web/build-web.ts'
import { modelOf, type FoldedDocument } from './model.ts'
import { pythonClient, pythonTypes } from './python.ts'
import { clientFile, typesFile } from './typescript.ts'

/** Adds the operations that only a sandbox has. */
const withSandboxes = (service: FoldedDocument, sandboxes: FoldedDocument): FoldedDocument => ({
  ...service,
  paths: { ...service.paths, ...sandboxes.paths },
  tags: [...service.tags, ...sandboxes.tags],
  components: { schemas: { ...sandboxes.components.schemas, ...service.components.schemas } },
})

/** Writes the generated part of both SDKs from the folded OpenAPI documents. */
export const generateSdks = async (root: string) => {
  const { folded, sandboxes } = await documentsOf(root)
  const ofSandboxes = fold(JSON.parse(sandboxes.text) as Parameters<typeof fold>[0]) as unknown as FoldedDocument
  const model = modelOf(withSandboxes(JSON.parse(folded.text) as FoldedDocument, ofSandboxes))
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
