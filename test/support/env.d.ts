declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    DELIVERIES: Queue<{ id: string }>
  }
  interface GlobalProps {
    mainModule: typeof import('../../src/worker.ts')
  }
}
