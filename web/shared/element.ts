export type Child = Node | string | number | null | undefined | false | readonly Child[]

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>

const nodesOf = (children: readonly Child[]): Node[] =>
  children.flatMap((child): Node | Node[] => {
    if (child === null || child === undefined || child === false) return []
    if (child instanceof Node) return child
    return typeof child === 'object' ? nodesOf(child) : new Text(String(child))
  })

const setAttribute = (target: HTMLElement, name: string, value: Attributes[string]) => {
  if (value === null || value === undefined) return
  if (typeof value === 'function') target.addEventListener(name.slice('on'.length), value)
  else if (name.startsWith('aria-')) target.setAttribute(name, String(value))
  else if (value !== false) target.setAttribute(name, value === true ? '' : String(value))
}

/**
 * Creates an element. Strings become text nodes, never HTML, which prevents XSS. An `on…` attribute adds an event
 * listener.
 */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) setAttribute(created, key, value)
  created.append(...nodesOf(children))
  return created
}

/**
 * Replaces the children of `place`. Keeps nodes that are already there, because the user may be pressing one of them.
 */
export const show = (place: Element, ...children: readonly Child[]) => {
  const nodes = nodesOf(children)
  for (const gone of [...place.childNodes].filter((there) => !nodes.includes(there))) gone.remove()
  for (const [at, node] of nodes.entries()) {
    const there = place.childNodes[at] ?? null
    if (there !== node) place.insertBefore(node, there)
  }
}
