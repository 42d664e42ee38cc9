declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    DB_TWO: D1Database
    DELIVERIES: Queue<{ id: string }>
    MAILS: Queue<{ id: string }>
  }
  interface GlobalProps {
    mainModule: typeof import('../../src/worker.ts')
  }
}

interface ImportMeta {
  /** Returns the text of every matching file by path; Vite replaces the call at build time. */
  glob(pattern: string, options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>
}
