import { createApi, wordsOf } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { schemaList, webhookList } from './appendices.ts'
import { fillContents } from './contents.ts'
import { operationsOf, type Contract } from './contract.ts'
import { drawFrame } from './frame.ts'
import { migrationTable, type Migration } from './migration.ts'
import { operationsList } from './operations-list.ts'
import { quickStarts } from './quick-starts.ts'
import { toolbar } from './toolbar.ts'

const api = createApi({ kind: 'none' })

const read = async () => {
  const [contract, { data: migration }] = await Promise.all([
    api.get<Contract>('/v1/openapi.json'),
    api.get<{ data: Migration }>('/v1/migration'),
  ])
  return { contract, migration }
}

const draw = (places: ReturnType<typeof drawFrame>, { contract, migration }: Awaited<ReturnType<typeof read>>) => {
  const quick = quickStarts(places.baseUrl)
  const list = operationsList(contract, operationsOf(contract))
  const search = toolbar(list.filter, list.openFirst)
  show(places.quickStarts, quick.element)
  show(places.operations, search.element, list.element)
  show(places.webhooks, webhookList(contract))
  show(places.migration, migrationTable(migration))
  show(places.schemas, schemaList(contract))
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
  addEventListener('hashchange', goToHash)
  goToHash()
}

const begin = async () => {
  const places = drawFrame(document.getElementById('main') as HTMLElement)
  try {
    draw(places, await read())
  } catch (error) {
    show(places.operations, element('p', { class: 'notice bad', role: 'alert' }, wordsOf(error)))
  }
}

void begin()
