/** Bindings that the sandbox Worker may have: its own objects, and the network on which it reaches webhook receivers. */
const ALLOWED = {
  objects: ['SANDBOXES', 'SHELVES'],
  services: ['OUTBOUND_PUBLIC', 'OUTBOUND_LOOPBACK'],
}

const HARMLESS =
  /^(name|main|no_bundle|modules|modulesRoot|scriptPath|compatibility.*|workers_dev|preview_urls|vars|bindings|migrations|limits|observability)$/

type Bound = Record<string, unknown>

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((each) => String((each as { name: unknown }).name)) : Object.keys(value as Bound)

/** Returns an error for each binding of a configuration, of wrangler or Miniflare, that could lead to live data. */
export const problemsOfBindings = (config: object): string[] =>
  Object.entries(config).flatMap(([field, value]) => {
    if (HARMLESS.test(field)) return []
    const isObjects = field === 'durable_objects' || field === 'durableObjects'
    const names = namesIn(field === 'durable_objects' ? (value as { bindings: unknown }).bindings : value)
    const allowed = isObjects ? ALLOWED.objects : field === 'serviceBindings' ? ALLOWED.services : []
    return names
      .filter((name) => !allowed.includes(name))
      .map((name) => `the sandbox Worker must not have the binding ${name} in ${field}`)
  })
