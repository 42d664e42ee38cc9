import type { Checker, Delivery, History, Webhook } from '../history.ts'
import { at, attempts } from '../history.ts'

const isSubscribed = ({ isActive, types, event }: Webhook, wanted: { type: string; event: string }) =>
  isActive && types.includes(wanted.type) && (event === null || event === wanted.event)

const nameOf = ({ type, subject }: { type: string; subject?: string }) => `${type} of ${subject ?? 'nothing'}`

const arrival = ({ id, status, bodies }: Delivery, isDrained: boolean) => [
  ...(new Set(bodies).size > 1 ? [`${id} was sent with different bodies`] : []),
  ...(isDrained && status !== 'succeeded' ? [`${id} is still ${status}`] : []),
  ...(isDrained && bodies.length === 0 ? [`${id} never reached its receiver`] : []),
]

/** Checks that every event has exactly one delivery per subscribed webhook, and that no delivery lacks its event. */
export const deliveries: Checker = (history: History) => {
  const emitted = attempts(history, 'emit')
  const byName = Map.groupBy(history.deliveries, nameOf)
  const certain = Map.groupBy(
    emitted.filter(({ outcome }) => outcome === 'done'),
    ({ act }) => nameOf(act),
  )
  const possible = new Set(
    emitted.filter(({ outcome }) => outcome === 'maybe').map(({ act }) => `${act.type} about ${act.about}`),
  )
  const violations: string[] = []

  for (const [name, entries] of certain) {
    const [first] = entries
    if (
      first !== undefined &&
      !byName.has(name) &&
      history.webhooks.some((webhook) => isSubscribed(webhook, first.act))
    )
      violations.push(`${name} has no delivery: ${at(first)}`)
  }
  for (const [name, sent] of byName) {
    const [sample] = sent
    if (sample === undefined) continue
    if (!certain.has(name) && !possible.has(`${sample.type} about ${sample.about}`))
      violations.push(`${name} was delivered but did not happen: ${sample.id}`)
    const byWebhook = Map.groupBy(sent, ({ webhook }) => webhook)
    for (const webhook of history.webhooks) {
      const count = byWebhook.get(webhook.id)?.length ?? 0
      const wanted = isSubscribed(webhook, sample) ? 1 : 0
      if (count !== wanted) violations.push(`${name} has ${count} deliveries for ${webhook.id}, not ${wanted}`)
    }
  }
  violations.push(...history.deliveries.flatMap((delivery) => arrival(delivery, history.isDrained)))
  return { facts: certain.size + history.deliveries.length, violations }
}
