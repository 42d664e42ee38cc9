import { describe, expectTypeOf, it } from 'vitest'
import type { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'
import type { SandboxEnv } from '../../src/sandbox/env.ts'
import type { createSandboxDeps } from '../../src/sandbox/ports.ts'

/** What is bound to a Worker, apart from its settings. */
type Bound<Of> = { [Name in keyof Of]-?: NonNullable<Of[Name]> extends string ? never : Name }[keyof Of]

// The compiler judges these tests (`npm run check -- types`).
describe('the environments of the live Worker and of the sandbox Worker', () => {
  it('share no binding but the way to receivers of webhooks', () => {
    expectTypeOf<Bound<Env> & Bound<SandboxEnv>>().toEqualTypeOf<'OUTBOUND_PUBLIC' | 'OUTBOUND_LOOPBACK'>()
    expectTypeOf<Exclude<Bound<SandboxEnv>, Bound<Env>>>().toEqualTypeOf<'SANDBOXES' | 'SHELVES' | 'DIRECTORY'>()
  })

  it('cannot take the place of each other', () => {
    expectTypeOf<Parameters<typeof depsOf>[0]>().toEqualTypeOf<Env>()
    expectTypeOf<Parameters<typeof createSandboxDeps>[0]['env']>().toEqualTypeOf<SandboxEnv>()
    // @ts-expect-error -- the environment of the live Worker is none of a sandbox
    expectTypeOf((env: Env) => env as SandboxEnv).toBeFunction()
    // @ts-expect-error -- the environment of a sandbox is none of the live Worker
    expectTypeOf((env: SandboxEnv) => env as Env).toBeFunction()
  })
})
