export type Child = Node | string | number | null | undefined | false | readonly Child[]

type Given = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>

const nodesOf = (children: readonly Child[]): Node[] =>
  children.flatMap((child): Node | Node[] => {
    if (child === null || child === undefined || child === false) return []
    if (child instanceof Node) return child
    return typeof child === 'object' ? nodesOf(child) : new Text(String(child))
  })

const give = (target: HTMLElement, name: string, value: Given[string]) => {
  if (value === null || value === undefined) return
  if (typeof value === 'function') target.addEventListener(name.slice('on'.length), value)
  else if (name.startsWith('aria-')) target.setAttribute(name, String(value))
  else if (value !== false) target.setAttribute(name, value === true ? '' : String(value))
}

/** Text stays text: nothing that comes in as data is ever read as markup. `on…` takes a listener. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  given: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(given)) give(made, key, value)
  made.append(...nodesOf(children))
  return made
}

/** Puts these in the place of whatever is there. Which of them is there already stays: it may be under a finger. */
export const show = (place: Element, ...children: readonly Child[]) => {
  const nodes = nodesOf(children)
  for (const gone of [...place.childNodes].filter((there) => !nodes.includes(there))) gone.remove()
  for (const [at, node] of nodes.entries()) {
    const there = place.childNodes[at] ?? null
    if (there !== node) place.insertBefore(node, there)
  }
}
