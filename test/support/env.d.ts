declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    DB_TWO: D1Database
    DELIVERIES: Queue<{ id: string }>
  }
  interface GlobalProps {
    mainModule: typeof import('../../src/worker.ts')
  }
}

interface ImportMeta {
  /** The text of every file that fits, by its path; the test runner puts it in the place of the call. */
  glob(pattern: string, options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>
}
