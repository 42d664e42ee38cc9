import { createApi, wordsOf } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { schemaRow, webhookRow } from './appendices.ts'
import { fillContents } from './contents.ts'
import { drawFrame } from './frame.ts'
import { inTurns } from './in-turns.ts'
import type { Listing } from './listing.ts'
import { migrationTable, type Migration } from './migration.ts'
import { operationsList } from './operations-list.ts'
import { quickStarts } from './quick-starts.ts'
import { toolbar } from './toolbar.ts'

const read = async () => {
  const [listing, { data: migration }] = await Promise.all([
    createApi({ kind: 'none' }, '/assets').get<Listing>('/reference.json'),
    createApi({ kind: 'none' }).get<{ data: Migration }>('/v1/migration'),
  ])
  return { listing, migration }
}

const draw = async (places: ReturnType<typeof drawFrame>, { listing, migration }: Awaited<ReturnType<typeof read>>) => {
  const list = operationsList(listing.operations)
  const table = migrationTable(migration)
  const search = toolbar(list.filter, list.openFirst)
  show(places.operations, search.element, list.element)
  show(places.migration, table.element)
  fillContents(document.getElementById('contents') as HTMLElement, list.groups)

  const goToHash = () => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id === '') return
    const panel = document.getElementById(id)
    const tab = document.getElementById(`${id}-tab`)
    if (tab !== null) tab.click()
    else if (panel instanceof HTMLDetailsElement && !panel.matches('.group .operation')) panel.open = true
    else if (panel === null || panel.matches('.operation')) {
      search.reset()
      if (list.open(id)) return
    }
    panel?.scrollIntoView()
  }
  await inTurns([
    ...list.rows,
    ...listing.webhooks.map((webhook) => () => places.webhooks.append(webhookRow(webhook))),
    ...table.rows,
    ...listing.schemas.map((schema) => () => places.schemas.append(schemaRow(schema))),
  ])
  addEventListener('hashchange', goToHash)
  goToHash()
}

/** `requestAnimationFrame` doesn't fire in a hidden window, so drawing starts after 300 ms at the latest. */
const HIDDEN_WINDOW_MS = 300

const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, HIDDEN_WINDOW_MS)
  })

const begin = async () => {
  const main = document.getElementById('main') as HTMLElement
  main.setAttribute('aria-busy', 'true')
  await painted()
  const places = drawFrame(main)
  show(places.quickStarts, quickStarts(places.baseUrl).element)
  try {
    await draw(places, await read())
  } catch (error) {
    show(places.operations, element('p', { class: 'notice bad', role: 'alert' }, wordsOf(error)))
  } finally {
    main.removeAttribute('aria-busy')
  }
}

void begin()
