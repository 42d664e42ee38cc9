import { createApi, wordsOf } from '../shared/api.ts'
import { element, show, type Child } from '../shared/element.ts'
import { operationsOf, type Contract, type Operation } from './contract.ts'

interface Whole {
  contract: Contract
  operations: ReadonlyMap<string, Operation>
}

const api = createApi({ kind: 'none' })
let loading: Promise<Whole> | null = null

const read = async (): Promise<Whole> => {
  const contract = await api.get<Contract>('/v1/openapi.json')
  return { contract, operations: new Map(operationsOf(contract).map((each) => [each.id, each])) }
}

/** Loads the OpenAPI document (about 1 MB) once, when a reader first opens an entry. */
const whole = () => {
  loading ??= read().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Preloads the document on `pointerenter`, because a click usually follows. */
export const comeSoon = () => void whole().catch(() => null)

/** Loads the document and draws into `place`, or shows the error there. Returns whether it was drawn. */
export const drawInto = async (place: HTMLElement, draw: (found: Whole) => Child): Promise<boolean> => {
  show(place, element('p', { class: 'quiet', role: 'status' }, 'One moment…'))
  try {
    show(place, draw(await whole()))
    return true
  } catch (error) {
    show(place, element('p', { class: 'notice bad', role: 'alert' }, wordsOf(error)))
    return false
  }
}
