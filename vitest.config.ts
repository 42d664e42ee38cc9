import { execFileSync } from 'node:child_process'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { generateSdks } from './packages/generate/run.ts'
import { buildSandbox, migrationsModule } from './scripts/start/build-sandbox.ts'
import { outboundBindings } from './scripts/start/outbound.ts'
import { SANDBOX, sandboxWorker } from './scripts/start/sandbox.ts'
import { SlowTests } from './harness/slow-tests.ts'
import { statedLines } from './harness/stated.ts'
import { walletSettings } from './test/support/pass-authority.ts'

execFileSync(process.execPath, ['scripts/web.ts'], { stdio: 'inherit' })
await generateSdks(import.meta.dirname)
const SANDBOX_SCRIPT = `${import.meta.dirname}/.tmp/test-sandbox/worker.js`
await buildSandbox(import.meta.dirname, SANDBOX_SCRIPT, false)
const migrations = await readD1Migrations('./migrations')
/** Tests run objects of sandboxes too. Their Worker gets this module from its build. */
const sandboxMigrations = {
  name: 'sandbox-migrations',
  resolveId: (id: string) => (id === 'sandbox:migrations' ? `\0${id}` : null),
  load: (id: string) => (id === '\0sandbox:migrations' ? migrationsModule(import.meta.dirname) : null),
}
const seed = Number(process.env['PROPERTY_SEED'] ?? 1)

const libraries = [
  'drizzle-orm',
  'drizzle-orm/batch',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'fast-check',
  'hono',
  'hono/hono-base',
  'hono/html',
  'hono/jsx',
  'hono/jsx/jsx-dev-runtime',
  'hono/router/trie-router',
  'jose',
  'uqr',
  'zod',
]

/** Measures response times, so these tests run when nothing else does. */
const MEASURED = ['test/e2e/strangers.test.ts']

/** For tests against `npm start`. */
const againstStart = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // Long, because tests must also pass on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', new SlowTests(), ['json', { outputFile: '.tmp/test-results.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['./test/support/seed.ts'],
          provide: { seed },
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        plugins: [
          sandboxMigrations,
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              serviceBindings: { ...outboundBindings(), SANDBOX },
              workers: [
                sandboxWorker({
                  scriptPath: SANDBOX_SCRIPT,
                  options: { compatibilityDate: '2026-11-02' },
                  vars: {
                    // A test key must open its sandbox in production too.
                    ENVIRONMENT: 'production',
                    PUBLIC_BASE_URL: 'http://127.0.0.1:8787/api',
                    MAIL_FROM: 'Event Calendar <calendar@event-calendar.local>',
                    ICS_DOMAIN: 'event-calendar.local',
                    ALLOW_INSECURE_WEBHOOKS: 'true',
                    LOG_LEVEL: 'error',
                  },
                }),
              ],
              // For two-databases.test.ts only. Bindings here don't replace any from wrangler.toml.
              d1Databases: { DB_TWO: 'two' },
              bindings: {
                ENVIRONMENT: 'local',
                TOPOLOGY: 'single',
                AUTH_ISSUER: inject('identity').issuer,
                AUTH_JWKS_URL: inject('identity').jwksUrl,
                AUTH_AUDIENCE: inject('identity').audience,
                AUTH_OPERATOR_CLAIM: inject('identity').operatorClaim,
                // Only accounts with their own key use it: the tested service has no key.
                STRIPE_API_URL: `${inject('stripe')}/of/story`,
                ...walletSettings,
                ENCRYPTION_KEY: btoa('0123456789abcdef0123456789abcdef'),
                ALLOW_INSECURE_WEBHOOKS: 'true',
                RATE_LIMIT_SCALE: '1000',
                LOG_LEVEL: 'error',
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['test/{api,platform,contract}/**/*.test.ts'],
          globalSetup: [
            './harness/identity-provider.ts',
            './harness/judge.ts',
            './harness/receiver-farm.ts',
            './harness/stripe.ts',
          ],
          setupFiles: ['./test/support/setup.ts', './test/support/seed.ts'],
          provide: {
            migrations,
            seed,
            stated: statedLines(),
            sandboxSeeds: Number(process.env['SANDBOX_SEEDS'] ?? 3),
            archiveSeeds: Number(process.env['ARCHIVE_SEEDS'] ?? 1),
          },
          // A runtime per file costs 1.2 s; setup.ts resets a shared one in 0.1 s.
          isolate: false,
          maxWorkers: 2,
          // The cached modules have no source maps, so failures would show wrong lines.
          fsModuleCache: false,
          // Bundles each library into one module, so that each test file reloads one module instead of about 100.
          deps: { optimizer: { ssr: { enabled: true, include: libraries } } },
          // Tests must also pass on a slow machine. bench/ measures speed against a floor.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          ...againstStart,
          name: 'e2e',
          globalSetup: ['./harness/keep-first-start.ts'],
          include: ['test/e2e/**/*.test.ts'],
          exclude: MEASURED,
          // These tests mostly wait: for a start, a page or a lease to expire.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...againstStart,
          name: 'measured',
          include: MEASURED,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
