import { execFileSync } from 'node:child_process'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { outboundBindings } from './scripts/start/outbound.ts'
import { statedLines } from './harness/stated.ts'
import { walletSettings } from './test/support/pass-authority.ts'

execFileSync(process.execPath, ['scripts/web.ts'], { stdio: 'inherit' })
const migrations = await readD1Migrations('./migrations')
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

/** Their figures are those of a machine that does nothing else. */
const MEASURED = ['test/e2e/strangers.test.ts']

/** Of tests that use `npm start` itself. */
const againstStart = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A rule holds on a busy machine too.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: '.tmp/test-results.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['./test/support/seed.ts'],
          provide: { seed },
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              serviceBindings: outboundBindings,
              // Of the test of two databases alone; settings here take the place of none that wrangler.toml has.
              d1Databases: { DB_TWO: 'two' },
              bindings: {
                ENVIRONMENT: 'local',
                TOPOLOGY: 'single',
                AUTH_ISSUER: inject('identity').issuer,
                AUTH_JWKS_URL: inject('identity').jwksUrl,
                AUTH_AUDIENCE: inject('identity').audience,
                AUTH_OPERATOR_CLAIM: inject('identity').operatorClaim,
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
          provide: { migrations, seed, stated: statedLines() },
          // A runtime per file costs 1.2 s; setup.ts empties one that is kept in 0.1 s.
          isolate: false,
          maxWorkers: 2,
          // From that cache the plugin hands code over without its source map, and failures would name wrong lines.
          fsModuleCache: false,
          // A library that is bundled once is one module to load anew for each file, not a hundred.
          deps: { optimizer: { ssr: { enabled: true, include: libraries } } },
          // A rule holds on a slow machine too; what must be fast is measured in bench/ against a floor.
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
          // Most of such a file is waiting: for a start, a page, a lease that ends.
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
