import { groupName } from './contract.ts'
import type { ListedOperation, Listing } from './listing.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const rowOf = ({ id, summary, routes }: ListedOperation) => {
  const lines = routes.map((route) => {
    // The first route needs no `id` here: it is the operation's id, which the list item already has.
    const anchor = route.id === id ? '' : ` id="${escaped(route.id)}"`
    return `<br><code${anchor}>${escaped(`${route.method.toUpperCase()} ${route.path}`)}</code>`
  })
  return `<li id="${escaped(id)}">${escaped(summary)}${lines.join('')}</li>`
}

/** Returns a static page that lists every operation, for readers without JavaScript. Written at build time. */
export const plainList = ({ operations }: Listing) => {
  const groups = [...Map.groupBy(operations, ({ group }) => group)]
  const contents = groups.map(([group]) => `<a href="#group-${group}">${escaped(groupName(group))}</a>`).join(' · ')
  const sections = groups.map(
    ([group, members]) =>
      `<h2 id="group-${group}">${escaped(groupName(group))}</h2><ul class="stack">${members.map(rowOf).join('')}</ul>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Operations · Event Calendar</title><link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="/assets/style.css"></head><body><main class="page narrow stack"><h1>Operations</h1><p class="lead">Every operation of the API. <a href="/docs">The reference</a> shows parameters and responses, and needs JavaScript. For programs, there’s <a href="/api/v1/openapi.json">the OpenAPI document</a>.</p><nav aria-label="Contents">${contents}</nav>${sections.join('')}</main></body></html>`
}
