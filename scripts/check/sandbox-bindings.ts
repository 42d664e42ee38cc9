/** Bindings that the sandbox Worker may have: its own objects, and the network on which it reaches webhook receivers. */
const ALLOWED = {
  objects: ['SANDBOXES', 'SHELVES', 'DIRECTORY'],
  services: ['OUTBOUND_PUBLIC', 'OUTBOUND_LOOPBACK'],
}

/** Fields of a Durable Object in the Worker itself. `script_name` or `scriptName` would refer to another Worker. */
const OWN_OBJECT = /^(?:name|class_name|className|useSQLite)$/

const HARMLESS =
  /^(name|main|no_bundle|modules|modulesRoot|scriptPath|compatibility.*|workers_dev|preview_urls|vars|bindings|migrations|limits|observability)$/

type Bound = Record<string, unknown>

const boundIn = (value: unknown): (readonly [name: string, to: unknown])[] =>
  Array.isArray(value)
    ? value.map((each) => [String((each as { name: unknown }).name), each] as const)
    : Object.entries(value as Bound)

const fieldsOf = (to: unknown) => (typeof to === 'object' && to !== null ? Object.keys(to) : [])

/** A binding with an allowed name must also lead to an object of this Worker or to a network, not to another Worker. */
const leadsHome = (to: unknown, isObjects: boolean) => {
  const fields = fieldsOf(to)
  return isObjects
    ? fields.length > 0 && fields.every((field) => OWN_OBJECT.test(field))
    : fields.length === 1 && fields[0] === 'network'
}

/** Returns an error for each binding of a configuration, of wrangler or Miniflare, that could lead to live data. */
export const problemsOfBindings = (config: object): string[] =>
  Object.entries(config).flatMap(([field, value]) => {
    if (HARMLESS.test(field)) return []
    const isObjects = field === 'durable_objects' || field === 'durableObjects'
    const bound = boundIn(field === 'durable_objects' ? (value as { bindings: unknown }).bindings : value)
    const allowed = isObjects ? ALLOWED.objects : field === 'serviceBindings' ? ALLOWED.services : []
    return bound
      .filter(([name, to]) => !allowed.includes(name) || !leadsHome(to, isObjects))
      .map(([name]) => `the sandbox Worker must not have the binding ${name} in ${field}`)
  })
