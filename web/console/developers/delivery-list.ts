import { refreshTimes } from '../../shared/times.ts'
import { deliveryRow } from './delivery-row.ts'
import type { Scene } from './scene.ts'
import type { Delivery } from './wire.ts'

interface Row {
  text: string
  node: HTMLDetailsElement
}

/** The focus stays where it was, as far as that is still there. */
const replaceKeeping = (old: HTMLDetailsElement, fresh: HTMLDetailsElement) => {
  const focused = old.contains(document.activeElement) ? document.activeElement : null
  const keeps = focused?.getAttribute('data-keeps') ?? null
  old.replaceWith(fresh)
  if (focused === null) return
  const target = keeps === null ? null : fresh.querySelector<HTMLElement>(`[data-keeps="${keeps}"]`)
  ;(target ?? fresh.querySelector('summary'))?.focus()
}

/** A list of deliveries that can be shown again and again, touching only the rows that have changed. */
export const deliveryList = (
  scene: Scene,
  place: HTMLElement,
  receiverOf: (webhookId: string) => string,
  retried: () => void,
) => {
  const rows = new Map<string, Row>()

  const put = (delivery: Delivery): HTMLDetailsElement => {
    const text = JSON.stringify(delivery)
    const known = rows.get(delivery.id)
    if (known?.text === text) return known.node
    const isOpen = known?.node.open === true
    const node = deliveryRow(delivery, receiverOf(delivery.webhookId), scene, changed, isOpen)
    if (known !== undefined) replaceKeeping(known.node, node)
    rows.set(delivery.id, { text, node })
    return node
  }

  const changed = (delivery: Delivery) => {
    put(delivery)
    retried()
  }

  return {
    show: (deliveries: readonly Delivery[]) => {
      const nodes = deliveries.map(put)
      const isSame = nodes.length === place.childElementCount && nodes.every((node, at) => node === place.children[at])
      if (!isSame) {
        const wanted = new Set<Element>(nodes)
        for (const child of Array.from(place.children)) if (!wanted.has(child)) child.remove()
        for (const [at, node] of nodes.entries()) {
          if (place.children[at] !== node) place.insertBefore(node, place.children[at] ?? null)
        }
      }
      refreshTimes(place)
    },
  }
}
