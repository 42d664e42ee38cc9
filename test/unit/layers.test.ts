import { describe, expect, it } from 'vitest'
import { circlesIn, importRefusal } from '../../scripts/check/layers.ts'

describe('importRefusal', () => {
  it.each([
    ['src/modules/guests/guests.ts', 'src/kernel/time.ts'],
    ['src/modules/guests/guests.ts', 'src/presentation/price.ts'],
    ['src/modules/guests/registration/register.ts', 'src/modules/guests/guests.ts'],
    ['src/modules/guests/guests.ts', 'src/modules/events/index.ts'],
    ['src/operations.ts', 'src/modules/guests/registration/register.ts'],
    ['src/registry.ts', 'src/operations.ts'],
    ['src/operation/handle.ts', 'src/access/subjects.store.ts'],
    ['src/operation/handle.ts', 'src/deps.ts'],
    ['src/platform/deps.ts', 'src/deps.ts'],
    ['src/platform/deps.ts', 'src/modules/checkins/index.ts'],
    ['src/platform/session.ts', 'jose'],
    ['src/worker.ts', 'src/platform/deps.ts'],
    ['src/modules/guests/guests.store.ts', 'drizzle-orm'],
    ['web/console/index.tsx', 'web/shared/api.ts'],
    ['web/console/index.tsx', 'src/kernel/vocabulary.ts'],
    ['web/console/index.tsx', 'hono/jsx/dom'],
    ['web/shared/answers.ts', 'src/modules/guests/guests.schema.ts'],
    ['web/kiosk/camera.ts', 'barcode-detector/ponyfill'],
  ])('lets %s import %s', (file, target) => {
    expect(importRefusal(file, target)).toBeNull()
  })

  it.each([
    ['src/kernel/ids.ts', 'src/db/rows.ts', 'src/kernel is in a lower layer than src/db'],
    ['src/db/commit.ts', 'src/access/actor.ts', 'src/db is in a lower layer than src/access'],
    ['src/access/gate.ts', 'src/deps.ts', 'src/access is in a lower layer than src/deps.ts'],
    ['src/deps.ts', 'src/operation/operation.ts', 'src/deps.ts is in a lower layer than src/operation'],
    ['src/operation/handle.ts', 'src/modules/guests/index.ts', 'src/operation is in a lower layer than src/modules'],
    ['src/modules/system/documents.ts', 'src/registry.ts', 'src/modules is in a lower layer than src/registry.ts'],
    ['src/modules/guests/guests.ts', 'src/operations.ts', 'src/modules is in a lower layer than src/operations.ts'],
    ['src/modules/guests/guests.ts', 'src/platform/deps.ts', 'src/modules is in a lower layer than src/platform'],
    ['src/pages/page.ts', 'src/registry.ts', 'src/pages and src/registry.ts are in the same layer'],
    ['src/presentation/price.ts', 'src/db/rows.ts', 'src/presentation and src/db are in the same layer'],
    ['src/app.ts', 'src/platform/deps.ts', 'src/app.ts and src/platform are in the same layer'],
    ['src/sandbox/deps.ts', 'src/platform/deps.ts', 'a sandbox has no binding to live data'],
    ['src/platform/deps.ts', 'src/worker.ts', 'src/platform is in a lower layer than src/worker.ts'],
    ['src/app.ts', 'package.json', 'the target is in no layer that src/app.ts may use'],
    ['src/helpers/text.ts', 'src/kernel/ids.ts', 'the importing file is in no layer of scripts/check/layers.ts'],
    [
      'src/modules/guests/guests.ts',
      'src/modules/events/events.store.ts',
      'of another module only its index.ts may be imported',
    ],
    ['src/pages/event/form.ts', 'src/modules/guests/guests.ts', 'of another module only its index.ts may be imported'],
    [
      'src/registry.ts',
      'src/modules/guests/registration/register.ts',
      'of another module only its index.ts may be imported',
    ],
    [
      'src/modules/me/index.ts',
      'src/access/credentials.store.ts',
      'access is already checked before an operation runs',
    ],
    ['src/modules/guests/guests.ts', 'drizzle-orm', 'only db and *.store.ts may contain queries'],
    [
      'src/operation/handle.ts',
      'hono',
      'only app.ts may use it for routing, and only presentation and pages for rendering',
    ],
    ['src/modules/guests/guests.ts', 'cloudflare:workers', 'only platform and worker.ts may use the runtime'],
    ['src/kernel/crypto.ts', 'node:crypto', 'only platform may use the runtime'],
    ['web/shared/api.ts', 'web/console/place.ts', 'web/shared is in a lower layer than web/console'],
    ['web/home/index.ts', 'web/console/place.ts', 'web/home and web/console are in the same layer'],
    ['web/console/index.tsx', 'src/modules/guests/index.ts', 'only web/shared/answers.ts imports the types of answers'],
    ['src/pages/page.ts', 'web/shared/api.ts', 'the target is in no layer that src/pages may use'],
  ])('rejects the import in %s of %s: %s', (file, target, reason) => {
    expect(importRefusal(file, target)).toBe(`${file} imports ${target}: ${reason}`)
  })
})

describe('circlesIn', () => {
  const circles = (imports: Record<string, string[]>) => circlesIn(new Map(Object.entries(imports)))

  it('returns nothing for acyclic imports', () => {
    expect(circles({ a: ['b', 'c'], b: ['c', 'zod'], c: [] })).toEqual([])
  })

  it('returns a cycle once, without modules that only lead to it', () => {
    expect(circles({ start: ['a'], a: ['b', 'end'], b: ['c'], c: ['a'], end: [] })).toEqual([['a', 'b', 'c']])
  })

  it('returns one cycle if a single import closes several', () => {
    expect(circles({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['a'] })).toHaveLength(1)
  })

  it('returns every independent cycle, including a module that imports itself', () => {
    expect(circles({ a: ['b'], b: ['a'], c: ['d'], d: ['c'], e: ['e'] })).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })
})
