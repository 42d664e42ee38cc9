/** Settings that the sandbox Worker reads too. It has no secret: each sandbox has a key of its own. */
const SHARED = ['ENVIRONMENT', 'PUBLIC_BASE_URL', 'MAIL_FROM', 'ICS_DOMAIN', 'LOG_LEVEL']

/**
 * The configuration of the sandbox Worker. Its only bindings are its own objects: no database, queue, bucket or email
 * service. It has no route: only the service binding of the main Worker leads to it.
 */
export const sandboxConfigOf = (sandbox: string, main: string, vars: Readonly<Record<string, string>>) => ({
  name: sandbox,
  main,
  no_bundle: true,
  compatibility_date: '2026-11-02',
  compatibility_flags: ['global_fetch_strictly_public'],
  workers_dev: false,
  preview_urls: false,
  vars: Object.fromEntries(SHARED.flatMap((name) => (vars[name] === undefined ? [] : [[name, vars[name]]]))),
  durable_objects: {
    bindings: [
      { name: 'SANDBOXES', class_name: 'SandboxObject' },
      { name: 'SHELVES', class_name: 'Shelf' },
      { name: 'DIRECTORY', class_name: 'Directory' },
    ],
  },
  migrations: [
    { tag: 'v1', new_sqlite_classes: ['SandboxObject', 'Shelf'] },
    { tag: 'v2', new_sqlite_classes: ['Directory'] },
  ],
  limits: { cpu_ms: 300_000 },
  observability: {
    enabled: true,
    redact_query_string: true,
    logs: { enabled: true, invocation_logs: false },
    traces: { enabled: false },
  },
})
