export type Child = Node | string | number | null | undefined | false | readonly Child[]

type Given = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>

const append = (parent: ParentNode, children: readonly Child[]) => {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    if (child instanceof Node) parent.append(child)
    else if (typeof child === 'object') append(parent, child)
    else parent.append(String(child))
  }
}

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
  append(made, children)
  return made
}

/** Puts these in the place of whatever is there. */
export const show = (place: Element, ...children: readonly Child[]) => {
  place.replaceChildren()
  append(place, children)
}
